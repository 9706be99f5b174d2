/** Whether a bundle is missing or older than a source. A folder counts too: its time changes when a file goes. */
export declare function isOutdated(root: string): boolean
/** Builds the three bundles unless they are newer than every source. */
export declare function buildIfOutdated(root: string): void
