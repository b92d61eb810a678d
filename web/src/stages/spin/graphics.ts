/** Whether this machine draws WebGL with a graphics card, asked once before anything is fetched. */

/** Renderers that are programs and not cards. */
const BY_PROGRAM = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let found: boolean | null = null;

export function isCard(renderer: string): boolean {
  return !BY_PROGRAM.test(renderer);
}

export function hasGraphics(): boolean {
  if (found !== null) return found;
  const context = document
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (context === null) return (found = false);
  const named = context.getExtension('WEBGL_debug_renderer_info');
  found = named === null || isCard(String(context.getParameter(named.UNMASKED_RENDERER_WEBGL)));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return found;
}
