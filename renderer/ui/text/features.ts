/**
 * The texts of the features in every language, by the path of their file: `…/texts/<language>/<namespace>.json`. Loaded with
 * the first feature, not with the board.
 */
export const FEATURE_FILES: Readonly<Record<string, object>> = import.meta.glob(
  ['../../../shared/texts/*/*.json', '!../../../shared/texts/*/{board,safePage}.json'],
  { eager: true, import: 'default' },
)
