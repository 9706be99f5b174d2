import type { Plugin } from 'vite'

/**
 * How the renderer's code is split, for whatever builds it: all that the board needs before its first picture is one file,
 * for each more that a start waits for costs it about 2 ms.
 */
export const RENDERER_OUTPUT = { codeSplitting: { groups: [{ name: 'start', tags: ['$initial' as const] }] } }

/**
 * Names each built font file in the document, so that Chromium reads it while it reads the scripts. Without this a font
 * is requested only when a drawn text first needs it.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'comanda-preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            // Style sheets request fonts with CORS; a preload without it would be a second, different request.
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
