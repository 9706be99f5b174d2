import { defineConfig } from 'vite'

/** `npm run relay:build`: the relay and everything that it imports in one file, for a machine without the sources. */
export default defineConfig({
  build: {
    ssr: 'relay/main.ts',
    outDir: 'out-relay',
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'comanda-relay.mjs', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['pg-native'] },
})
