import type { Mutation } from './mutations.ts'

/** Defects of a main computer with its screens. `breaks` begins with the rule of `screen-run.ts`. */
export const SCREEN_MUTATIONS: readonly Mutation[] = [
  {
    breaks: 'S1: a screen that has lost its main computer still counts as fresh',
    file: 'electron/screens/link/screen-board.ts',
    from: '    if (isCurrent) lostAt = clock.monotonic()\n    isCurrent = false\n',
    to: '    if (isCurrent) lostAt = clock.monotonic()\n',
  },
  {
    breaks: 'S2: a step that waits on the screen is offered again',
    file: 'electron/screens/link/kept-items.ts',
    from: 'projectStatus(ticket.status, [...known, ...own])',
    to: 'projectStatus(ticket.status, known)',
  },
  {
    breaks: 'S3: a tap is shown before it is on the disk of the screen',
    file: 'electron/screens/link/kept-items.ts',
    from: 'const kept = durably(store, log, (into) => into.keep(item))',
    to: 'const kept = { ok: true } as const',
    seed: 12,
  },
  {
    breaks: 'S3: stored taps are not sent when the main computer can be reached again',
    file: 'electron/screens/link/screen-taps.ts',
    from: '      for (const item of kept.all()) send(item)\n',
    to: '',
  },
  {
    breaks: 'S3: a tap counts as settled after it was sent',
    file: 'electron/screens/link/screen-taps.ts',
    from: "    else link.send({ kind: 'mark', id, call, args })\n",
    to: "    else link.send({ kind: 'mark', id, call, args })\n    kept.settle(id)\n",
  },
  {
    breaks: 'S3: the main computer gives the tap of a screen an id of its own',
    file: 'electron/core/new-taps.ts',
    from: 'const touch = touchOf(known, tap, tap)',
    to: 'const touch = touchOf(known, tap, { ...tap, tapId: newId() })',
  },
  {
    breaks: 'S3: a tap that the order no longer offers is dropped',
    file: 'electron/core/new-taps.ts',
    from: 'sameStep(orderId, action) ?? storeUnoffered(known, tap)',
    to: "sameStep(orderId, action) ?? fail('not-offered', 'The order does not offer it now')",
    seed: 8,
  },
  {
    breaks: 'S4: the tap of a screen is never sent',
    file: 'electron/core/rows-of-touch.ts',
    from: 'holdUntil: undoLeftMs > 0 ? now + undoLeftMs : tappedAt }',
    to: 'holdUntil: now + 1e9 }',
  },
]
