/**
 * The signs in the head of every ticket, each a single path: a crowded board draws hundreds of them, and an icon of the
 * library takes up to seven elements and two components. The shapes are those of Lucide.
 */
export const SIGNS = {
  delivery:
    'M22 17.5a3.5 3.5 0 1 1-7 0a3.5 3.5 0 1 1 7 0zM9 17.5a3.5 3.5 0 1 1-7 0a3.5 3.5 0 1 1 7 0zM16 5a1 1 0 1 1-2 0a1 1 0 1 1 2 0zM12 17.5V14l-3-3 4-3 2 3h2',
  takeout:
    'M16 10a4 4 0 0 1-8 0M3.103 6.034h17.794M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
  indoor: 'M3 2v7c0 1.1.9 2 2 2h4a2 2 0 0 0 2-2V2M7 2v20M21 15V2a5 5 0 0 0-5 5v6c0 1.1.9 2 2 2h3Zm0 0v7',
  other:
    'M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73zM12 22V12M3.29 7 12 12 20.71 7M7.5 4.27l9 5.15',
  ready: 'M20 6 9 17l-5-5',
  lines: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
  warn: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  twins:
    'm12 15 2 2 4-4M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  late: 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0zM12 8v4M12 16h.01',
} as const

/** With a label it is the sign of the ticket; without one assistive technology does not read it. No component: see above. */
export const headSign = (of: keyof typeof SIGNS, label?: string) => (
  <svg
    className={label && 'sign'}
    viewBox="0 0 24 24"
    role={label && 'img'}
    aria-label={label}
    aria-hidden={label === undefined || undefined}
  >
    <path d={SIGNS[of]} />
  </svg>
)

const TYPE_SIGNS: ReadonlyMap<string, keyof typeof SIGNS> = new Map([
  ['DELIVERY', 'delivery'],
  ['TAKEOUT', 'takeout'],
  ['INDOOR', 'indoor'],
])

/** The sign of an order's type. */
export const typeSign = (orderType: string, label: string) => headSign(TYPE_SIGNS.get(orderType) ?? 'other', label)
