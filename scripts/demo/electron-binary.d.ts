/** Electron's own binary as its package has unpacked it, or `undefined`. */
export declare function electronBinary(root: string): string | undefined
/** Electron's own binary, fetched when it is missing and can be had. */
export declare function provideElectronBinary(root: string): Promise<string | undefined>
