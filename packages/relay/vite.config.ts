import { defineConfig } from 'vite'

/** Runs before the program, whose syntax an older Node can still parse. 78: a wrong configuration (sysexits.h). */
const CHECK_NODE = `if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('The relay needs Node.js 24 or later. This is ' + process.versions.node + ': ' + process.execPath)
  process.exit(78)
}`

/** `npm run relay:build`: the relay and everything that it imports in one file, for a machine without the sources. */
export default defineConfig({
  build: {
    ssr: 'packages/relay/main.ts',
    outDir: 'out-relay',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'comanda-relay.mjs', codeSplitting: false, banner: CHECK_NODE } },
  },
  ssr: { noExternal: true, external: ['pg-native'] },
})
