/** 1, 2, 3 … `count`. */
export const countedTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)
