/**
 * How the renderer's code is split, for whatever builds it: all that the board needs before its first picture is one file,
 * for each more that a start waits for costs it about 2 ms.
 */
export const RENDERER_OUTPUT = { codeSplitting: { groups: [{ name: 'start', tags: ['$initial' as const] }] } }
