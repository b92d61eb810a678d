/** Every style sheet that all pages share, in order. */
import './fonts.css';
import './tokens.css';
import './hues.css';
import './base.css';
import './controls.css';
