import type { Plugin } from 'vite'

/** React is the larger half of the code of a start. */
const REACT = 'react'

/**
 * How every build splits the renderer's code. What the first picture of the board needs is in two files of nearly the same
 * size, which the browser compiles at the same time. Each further file delays the start by about 2 ms.
 */
export const RENDERER_OUTPUT = {
  // The fonts keep their names: the printed page reads them too (electron/printing/print-document.ts).
  assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
    names.some((name) => name.endsWith('.woff2')) ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
  codeSplitting: {
    groups: [
      {
        name: REACT,
        test: /node_modules.(?:react|react-dom|scheduler)[\\/]/,
        tags: ['$initial' as const],
        priority: 1,
      },
      { name: 'start', tags: ['$initial' as const] },
    ],
  },
}

/** What is loaded together with code that is needed later. The names of all its files would be 1 kB of the start. */
const styleSheetsOf = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'))

/**
 * Begins the files of the start with a hint: the browser compiles their functions on other threads while they arrive, which
 * saves 10 % of a start. Browsers that cannot preload modules are left out.
 */
export function compileStartAtOnce(): Plugin {
  return {
    name: 'comanda-compile-start-at-once',
    config: () => ({ build: { modulePreload: { polyfill: false, resolveDependencies: styleSheetsOf } } }),
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && (file.isEntry || file.name === REACT))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

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
