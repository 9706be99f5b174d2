import type { Plugin } from 'vite'

/**
 * How every build splits the renderer's code. Everything that the first picture of the board needs is in one file, because
 * each further file delays the start by about 2 ms.
 */
export const RENDERER_OUTPUT = { codeSplitting: { groups: [{ name: 'start', tags: ['$initial' as const] }] } }

/**
 * Adds a preload for each built font file to the document, so that Chromium reads the fonts together with the scripts.
 * Without it Chromium requests a font only when a text first needs it.
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
            // Style sheets request fonts with CORS. A preload without CORS would be a second request.
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
