/** All permutations of `items`. */
export function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items]
  return items.flatMap((first, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  )
}

const PRIME = 5
const INFINITY = 5
const residues = [0, 1, 2, 3, 4] as const
const modulo = (value: number): number => ((value % PRIME) + PRIME) % PRIME
/** The quotient modulo 5. A quotient by zero is the sixth element, infinity. */
const quotient = (value: number, by: number): number =>
  modulo(by) === 0 ? INFINITY : (residues.find((result) => modulo(result * by - value) === 0) ?? INFINITY)

/**
 * 120 of the 720 permutations of the numbers 0 to 5. At each three positions, each three numbers occur once in each order:
 * a fault that depends on the positions of up to three events is found. These are the maps x → (ax + b) / (cx + d) modulo 5
 * (the group PGL(2, 5), which is sharply 3-transitive).
 */
export function spreadOfPermutations(): readonly (readonly number[])[] {
  const denominators = [{ c: 0, d: 1 }, ...residues.map((d) => ({ c: 1, d }))]
  return denominators.flatMap(({ c, d }) =>
    residues.flatMap((a) =>
      residues
        .filter((b) => modulo(a * d - b * c) !== 0)
        .map((b) => [...residues.map((x) => quotient(a * x + b, c * x + d)), quotient(a, c)]),
    ),
  )
}
