import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AcknowledgeAnswer, EventReference, Unavailable } from '../../../electron/platform/answers.ts'
import type { AcknowledgmentForm } from '../../../electron/platform/dialects/dialect.ts'
import { createAcknowledger } from '../../../electron/sync/acknowledger.ts'
import { monotonicMs, platformMs } from '../../../shared/time/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** More reads than any of these tests makes. After them the acknowledger has repeated without a pause. */
const MAX_READS = 1_000

type Answer = (ids: readonly string[], form: AcknowledgmentForm) => AcknowledgeAnswer

/** An acknowledger with `count` waiting events, and a platform that answers each call. */
function acknowledging(count: number, answer: Answer, limit = 1_000) {
  let waiting: readonly EventReference[] = Array.from({ length: count }, (_, index) => ({
    eventId: `e${index}`,
    orderId: `o${index}`,
    eventType: 'CREATED',
  }))
  let now = 5_000
  let reads = 0
  let setting: AcknowledgmentForm = 'v2'
  let ignored: readonly AcknowledgmentForm[] = []
  const log = createMemoryLog()
  const controller = new AbortController()
  const posts: { readonly form: AcknowledgmentForm; readonly size: number }[] = []
  const booked: { readonly ids: readonly string[]; readonly at: number }[] = []
  const refused: { readonly eventId: string; readonly problem: string; readonly at: number }[] = []
  const found: AcknowledgmentForm[] = []
  const refusing: boolean[] = []
  const ignoring: boolean[] = []
  /** What the platform delivers: everything that it has not taken. */
  const queue = new Set(waiting.map(({ eventId }) => eventId))
  let proven: string | undefined
  let hasPage = true
  const take = (ids: readonly string[]) => {
    waiting = waiting.filter(({ eventId }) => !ids.includes(eventId))
  }
  const { work, retryNow, recordCameAgain } = createAcknowledger({
    log,
    form: () => setting,
    onFormFound: (next) => {
      found.push(next)
      setting = next
    },
    onRefusing: (isRefusing) => refusing.push(isRefusing),
    onIgnoring: (isIgnoring) => ignoring.push(isIgnoring),
    delivered: () => Promise.resolve(hasPage ? new Set(queue) : undefined),
    ledger: {
      facts: {
        acknowledgmentForm: {
          get: () => proven,
          set: (form) => {
            proven = form
          },
        },
      },
      deferred: (step) => step(),
      unacknowledgedEvents(most) {
        reads += 1
        if (reads > MAX_READS) throw new Error('repeats without a pause')
        return waiting.slice(0, most)
      },
      markAcknowledged(ids, at) {
        booked.push({ ids, at })
        take(ids)
      },
      markUnacknowledgeable(eventId, problem, at) {
        refused.push({ eventId, problem, at })
        take([eventId])
      },
    },
    client: {
      acknowledgmentLimit: () => (setting === 'v2' ? limit : 100),
      acknowledge(events, _signal, form = setting) {
        posts.push({ form, size: events.length })
        const ids = events.map(({ eventId }) => eventId)
        const given = answer(ids, form)
        if (given.kind === 'acknowledged' && !ignored.includes(form)) for (const id of ids) queue.delete(id)
        return Promise.resolve(given)
      },
    },
    clock: { platform: () => platformMs(now), monotonic: () => monotonicMs(now) },
    random: () => 0.5,
    signal: controller.signal,
  })
  return {
    work,
    retryNow,
    controller,
    log,
    posts,
    booked,
    refused,
    found,
    refusing,
    ignoring,
    recordCameAgain,
    /** The platform has these events no longer: they were acknowledged before a crash. */
    forget: (...ids: readonly string[]) => {
      for (const id of ids) queue.delete(id)
    },
    prove: (form: AcknowledgmentForm) => {
      proven = form
    },
    proven: () => proven,
    answerPolls: (next: boolean) => {
      hasPage = next
    },
    /** The platform accepts this form and does nothing. */
    ignore: (...forms: readonly AcknowledgmentForm[]) => {
      ignored = forms
    },
    left: () => waiting.length,
    choose: (form: AcknowledgmentForm) => {
      setting = form
    },
    sizes: () => posts.map(({ size }) => size),
    acknowledged: () => booked.flatMap(({ ids }) => ids),
    refusedIds: () => refused.map(({ eventId }) => eventId),
    pass: (ms: number) => {
      now += ms
    },
    deliverAgain(eventId: string): void {
      take([eventId])
      queue.add(eventId)
      waiting = [...waiting, { eventId, orderId: 'o', eventType: 'CREATED' }]
    },
  }
}

const done: AcknowledgeAnswer = { kind: 'acknowledged' }
const refusal = (status: number): AcknowledgeAnswer => ({ kind: 'refused', status })
const lost = (cause: Unavailable['cause'], retryAfterMs?: number): AcknowledgeAnswer => ({
  kind: 'unavailable',
  cause,
  retryAfterMs,
})
/** One answer for each call; the last one is repeated. */
const inTurn = (...answers: readonly [AcknowledgeAnswer, ...AcknowledgeAnswer[]]): Answer => {
  let calls = 0
  return () => {
    calls += 1
    return answers[calls - 1] ?? answers.at(-1) ?? answers[0]
  }
}
const idsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `e${index}`)

describe('a batch that the platform refuses', () => {
  it('is searched for the ids because of which it is refused, and all others are acknowledged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        fc.func(fc.boolean()),
        async (count, limit, isBad) => {
          const bad = idsOf(count).filter((id, index) => index % 7 === 3 && isBad(id))
          const { work, acknowledged, refusedIds } = acknowledging(
            count,
            (batch) => (batch.some((id) => bad.includes(id)) ? refusal(400) : done),
            limit,
          )
          expect(await work()).toBeUndefined()
          expect(refusedIds()).toEqual(bad)
          expect(acknowledged()).toEqual(idsOf(count).filter((id) => !bad.includes(id)))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('with 403 for events of one establishment does not delay the events of others', async () => {
    const forbidden = ['e3', 'e17', 'e39']
    const { work, acknowledged, refused, posts } = acknowledging(
      40,
      (batch) => (batch.some((id) => forbidden.includes(id)) ? refusal(403) : done),
      40,
    )
    expect([await work(), posts.length]).toEqual([30 * SECOND, 1])
    expect(await work()).toBe(5 * MINUTE)
    expect(acknowledged()).toEqual(idsOf(40).filter((id) => !forbidden.includes(id)))
    expect(refused).toEqual([])
    const before = posts.length
    expect(await work()).toBe(5 * MINUTE)
    expect(posts).toHaveLength(before)
  })

  it('with 403 for every event causes few calls', async () => {
    const { work, refused, posts } = acknowledging(1_000, () => refusal(403))
    expect([await work(), await work()]).toEqual([30 * SECOND, 5 * MINUTE])
    expect(posts.length).toBeLessThan(16)
    expect(refused).toEqual([])
  })

  it('is recorded with the answer and the time', async () => {
    const { work, refused, sizes } = acknowledging(2, inTurn(refusal(400), refusal(422), done))
    expect(await work()).toBeUndefined()
    expect(refused).toEqual([{ eventId: 'e0', problem: 'refused with 422', at: 5_000 }])
    expect(sizes()).toEqual([2, 1, 1])
  })

  it('waits when it is one bad event that is delivered again and again: the platform does not seem to refuse everything', async () => {
    const { work, deliverAgain, sizes, refusedIds, refusing, pass } = acknowledging(2, (batch) =>
      batch.includes('e1') ? refusal(404) : done,
    )
    for (let poll = 0; poll < 20; poll += 1) {
      expect(await work()).toBeUndefined()
      deliverAgain('e1')
    }
    expect([sizes(), refusing]).toEqual([[2, 1, 1], []])
    pass(5 * MINUTE)
    await work()
    expect(refusedIds()).toEqual(['e1', 'e1'])
  })

  it('is sent in two halves before the next events', async () => {
    const { work, sizes } = acknowledging(8, inTurn(refusal(400), done), 4)
    expect(await work()).toBeUndefined()
    expect(sizes()).toEqual([4, 2, 2, 4])
  })

  it('stays for later when the connection fails during the search', async () => {
    const { work, sizes, booked } = acknowledging(4, inTurn(refusal(400), lost('server'), done))
    expect(await work()).toBe(375)
    expect([sizes(), booked]).toEqual([[4, 2], []])
  })
})

describe('a platform that refuses every acknowledgment in the form of the settings', () => {
  const takesOnly =
    (accepted: AcknowledgmentForm | 'none'): Answer =>
    (_ids, form) =>
      form === accepted ? done : refusal(400)

  it.each([
    ['v1', done],
    ['ids', done],
    ['v1', lost('server')],
    ['ids', refusal(400)],
  ] as const)(
    'gets the acknowledgments in the form %s, which is stored, also when it first answers %j',
    async (form, first) => {
      const answers = inTurn(first, done)
      const platform = acknowledging(200, (ids, tried) => (tried === form ? answers(ids, tried) : refusal(400)))
      for (let waitMs = await platform.work(); waitMs !== undefined; waitMs = await platform.work())
        platform.pass(waitMs)
      expect([platform.left(), platform.found, platform.refused]).toEqual([0, [form], []])
      expect(platform.posts.length).toBeLessThan(40)
    },
  )

  it('gets only a few calls every five minutes when it refuses every other form too, and a notice is shown', async () => {
    const platform = acknowledging(200, takesOnly('none'))
    expect(await platform.work()).toBe(5 * MINUTE)
    expect(platform.posts.length).toBeLessThan(20)
    expect([platform.refusing, platform.left()]).toEqual([[true], 200])
    const before = platform.posts.length
    for (let poll = 0; poll < 10; poll += 1) {
      platform.pass(30 * SECOND - 1)
      await platform.work()
    }
    expect(platform.posts.length).toBeLessThanOrEqual(before + 9)
    expect(platform.posts.slice(before).every(({ size }) => size === 1)).toBe(true)
  })

  it('is tested with the first, the middle and the last event in each form after a pause, then gets the form of the settings, until staff ask', async () => {
    let asked: readonly string[] = []
    const platform = acknowledging(200, (ids, form) => {
      if (ids.length === 1) asked = [...asked, `${ids} ${form}`]
      return refusal(400)
    })
    const events = ['e0', 'e100', 'e199']
    const inEveryForm = events.flatMap((id) => [`${id} v2`, `${id} v1`, `${id} ids`])
    await platform.work()
    asked = []
    platform.pass(5 * MINUTE)
    await platform.work()
    expect(asked).toEqual(inEveryForm)
    for (let times = 0; times < 2; times += 1) {
      asked = []
      platform.pass(5 * MINUTE)
      expect(await platform.work()).toBe(5 * MINUTE)
      expect(asked).toEqual(events.map((id) => `${id} v2`))
    }
    asked = []
    platform.retryNow()
    expect(await platform.work()).toBe(5 * MINUTE)
    expect(asked).toEqual(inEveryForm)
    const { log } = platform
    expect(log.lines).toEqual([{ level: 'warn', event: 'acknowledgments-refused', fields: { kind: 'v2' } }])
  })

  it('that accepts another form later gets it when staff ask for a test, and not by itself', async () => {
    let accepted: AcknowledgmentForm | 'none' = 'none'
    const platform = acknowledging(20, (ids, form) => takesOnly(accepted)(ids, form))
    await platform.work()
    platform.pass(5 * MINUTE)
    await platform.work()
    accepted = 'ids'
    for (let night = 0; night < 50; night += 1) {
      platform.pass(5 * MINUTE)
      expect(await platform.work()).toBe(5 * MINUTE)
    }
    expect([platform.left(), platform.found, platform.refusedIds()]).toEqual([20, [], []])
    platform.retryNow()
    expect(await platform.work()).toBeUndefined()
    expect([platform.left(), platform.found, platform.refusing]).toEqual([0, ['ids'], [true, false]])
  })

  it('that accepts the form of the settings later gets it by itself', async () => {
    let accepted: AcknowledgmentForm | 'none' = 'none'
    const platform = acknowledging(20, (ids, form) => takesOnly(accepted)(ids, form))
    await platform.work()
    accepted = 'v2'
    platform.pass(5 * MINUTE)
    expect(await platform.work()).toBeUndefined()
    expect([platform.left(), platform.found, platform.refusing]).toEqual([0, [], [true, false]])
  })

  it('is tested until the platform has answered', async () => {
    const platform = acknowledging(20, (ids, form) => takesOnly('v1')(ids, form))
    platform.answerPolls(false)
    for (let times = 0; times < 3; times += 1) {
      expect(await platform.work()).toBe(30 * SECOND)
      platform.pass(30 * SECOND)
    }
    platform.answerPolls(true)
    expect(await platform.work()).toBeUndefined()
    expect(platform.found).toEqual(['v1'])
  })

  it('is called at once when staff tap "try now"', async () => {
    const platform = acknowledging(3, takesOnly('none'))
    await platform.work()
    const before = platform.posts.length
    expect(await platform.work()).toBeGreaterThan(0)
    expect(platform.posts).toHaveLength(before)
    platform.retryNow()
    await platform.work()
    expect(platform.posts.length).toBeGreaterThan(before)
  })

  it('is tried with every form at once when staff choose another one', async () => {
    let accepted: AcknowledgmentForm | 'none' = 'none'
    const platform = acknowledging(200, (ids, form) => takesOnly(accepted)(ids, form))
    await platform.work()
    accepted = 'ids'
    platform.choose('v1')
    expect(await platform.work()).toBeUndefined()
    expect([platform.left(), platform.found, platform.refused, platform.refusing]).toEqual([
      0,
      ['ids'],
      [],
      [true, false],
    ])
  })

  it('is not assumed when a few bad ids are among good ones', async () => {
    const bad = ['e0', 'e7', 'e199']
    const platform = acknowledging(200, (ids, form) =>
      form === 'v2' && !ids.some((id) => bad.includes(id)) ? done : refusal(400),
    )
    expect(await platform.work()).toBeUndefined()
    expect(platform.refusedIds()).toEqual(bad)
    expect(new Set(platform.posts.map(({ form }) => form))).toEqual(new Set(['v2']))
    expect(platform.refusing).toEqual([])
  })
})

describe('refused acknowledgments after a crash', () => {
  it.each([1, 5, 40, 200])('%i ids that the platform has no longer do not delay new events', async (stale) => {
    const gone = idsOf(stale)
    for (const isProven of [true, false]) {
      const platform = acknowledging(stale + 20, (batch) =>
        batch.some((id) => gone.includes(id)) ? refusal(400) : done,
      )
      platform.forget(...gone)
      if (isProven) platform.prove('v2')
      expect(await platform.work()).toBeUndefined()
      expect([platform.left(), platform.found, platform.refusing]).toEqual([0, [], []])
      expect(platform.acknowledged()).toEqual(idsOf(stale + 20).slice(stale))
      expect(platform.posts.length).toBeLessThan(60)
    }
  })

  it('do not change the form when the platform accepts anything in another one', async () => {
    const gone = idsOf(5)
    const platform = acknowledging(6, (batch, form) =>
      form === 'v2' && batch.some((id) => gone.includes(id)) ? refusal(400) : done,
    )
    platform.forget(...gone)
    platform.ignore('v1', 'ids')
    expect(await platform.work()).toBeUndefined()
    expect([platform.found, platform.refusing, platform.acknowledged()]).toEqual([[], [], ['e5']])
  })

  it('do not count as refused for ever while the platform does not answer', async () => {
    const platform = acknowledging(3, () => refusal(400))
    platform.answerPolls(false)
    expect(await platform.work()).toBe(30 * SECOND)
    expect([platform.left(), platform.refusing]).toEqual([3, []])
  })
})

describe('a form of acknowledgments', () => {
  it('is adopted only when its events do not come again', async () => {
    const platform = acknowledging(20, (_ids, form) => (form === 'v2' ? refusal(400) : done))
    platform.ignore('v1')
    expect(await platform.work()).toBeUndefined()
    expect([platform.found, platform.proven(), platform.left()]).toEqual([['ids'], 'ids', 0])
  })

  it('that is ignored in every form is not adopted, and the screen shows a notice', async () => {
    const platform = acknowledging(20, (_ids, form) => (form === 'v2' ? refusal(400) : done))
    platform.ignore('v1', 'ids')
    expect(await platform.work()).toBe(5 * MINUTE)
    expect([platform.found, platform.refusing]).toEqual([[], [true]])
  })

  it('that was proven is not doubted when the platform refuses everything, until staff ask for it', async () => {
    const platform = acknowledging(40, (_ids, form) => (form === 'v1' ? done : refusal(400)))
    platform.prove('v2')
    for (let waitMs = await platform.work(); waitMs !== undefined && platform.posts.length < 60; ) {
      platform.pass(waitMs)
      waitMs = await platform.work()
    }
    expect([new Set(platform.posts.map(({ form }) => form)), platform.found]).toEqual([new Set(['v2']), []])
    expect(platform.refusing).toEqual([true])
    platform.retryNow()
    expect(await platform.work()).toBeUndefined()
    expect([platform.found, platform.refusing, platform.proven()]).toEqual([['v1'], [true, false], 'v1'])
  })

  it('is not doubted because a platform repeats some pages', () => {
    const platform = acknowledging(2, () => done)
    for (let poll = 0; poll < 60; poll += 1) platform.recordCameAgain(poll % 6 === 0 ? 0 : 20)
    expect(platform.ignoring).toEqual([])
  })

  it('whose events come again after a success is reported, and changed when staff ask for it', async () => {
    const platform = acknowledging(2, () => done)
    platform.ignore('v2')
    await platform.work()
    platform.recordCameAgain(0)
    platform.recordCameAgain(2)
    expect(platform.log.lines).toEqual([
      { level: 'warn', event: 'acknowledged-events-came-again', fields: { count: 2, kind: 'v2' } },
    ])
    for (let polls = 2; polls < 6; polls += 1) platform.recordCameAgain(2)
    expect(platform.ignoring).toEqual([])
    platform.recordCameAgain(2)
    expect(platform.ignoring).toEqual([true])
    for (const id of idsOf(2)) platform.deliverAgain(id)
    platform.retryNow()
    expect(await platform.work()).toBeUndefined()
    expect([platform.found, platform.left()]).toEqual([['v1'], 0])
    platform.recordCameAgain(0)
    expect(platform.ignoring).toEqual([true, false])
  })
})

describe('the wait after a failed acknowledgment', () => {
  it('grows from failure to failure, and starts again after a success', async () => {
    const answers = inTurn(lost('server'), lost('server'), lost('server'), done, lost('server'))
    const { work } = acknowledging(1_001, answers)
    expect([await work(), await work(), await work(), await work()]).toEqual([375, 625, 1_125, 375])
  })

  it('may be shortened when the platform gave no time', async () => {
    const { work, sizes } = acknowledging(1, inTurn(lost('server'), lost('throttled', 0), done))
    await work()
    expect(await work()).toBe(625)
    expect(await work()).toBeUndefined()
    expect(sizes()).toEqual([1, 1, 1])
  })

  it('is never shortened when the platform gave a time, also when new events arrive', async () => {
    const { work, posts, pass } = acknowledging(1, inTurn(lost('throttled', MINUTE), done))
    expect(await work()).toBe(60_375)
    pass(20 * SECOND)
    expect(await work()).toBe(40_375)
    pass(40_374)
    expect(await work()).toBe(1)
    expect(posts).toHaveLength(1)
    pass(1)
    expect(await work()).toBeUndefined()
    expect(posts).toHaveLength(2)
  })

  it('is half a minute while the credentials are refused, and does not count as a network failure', async () => {
    const refusing: AcknowledgeAnswer = { kind: 'unauthorized', cause: 'credentials-refused' }
    const { work, refused } = acknowledging(2, inTurn(refusing, refusal(403), lost('server')))
    expect([await work(), await work(), await work()]).toEqual([30 * SECOND, 30 * SECOND, 375])
    expect(refused).toEqual([])
  })
})

describe('the size of a batch', () => {
  it.each([
    ['timeout', [1_000, 250, 62, 15, 10]],
    ['network', [1_000, 250, 62, 15, 10]],
    ['throttled', [1_000, 1_000, 1_000, 1_000, 1_000]],
    ['server', [1_000, 1_000, 1_000, 1_000, 1_000]],
    ['unintelligible', [1_000, 1_000, 1_000, 1_000, 1_000]],
  ] as const)('after each %s is: %j', async (cause, expected) => {
    const { work, sizes } = acknowledging(1_000, inTurn(lost(cause)))
    for (let times = 0; times < 5; times += 1) await work()
    expect(sizes()).toEqual(expected)
  })

  it('grows again with each success, up to the limit of the dialect', async () => {
    const { work, sizes } = acknowledging(400, inTurn(lost('timeout'), lost('timeout'), done), 100)
    await work()
    await work()
    expect(await work()).toBeUndefined()
    expect(sizes()).toEqual([100, 25, 10, 40, 100, 100, 100, 50])
  })
})

it('each batch is recorded with the time at which it was acknowledged', async () => {
  const { work, booked, pass } = acknowledging(3, inTurn(done), 2)
  pass(7)
  await work()
  expect(booked).toEqual([
    { ids: ['e0', 'e1'], at: 5_007 },
    { ids: ['e2'], at: 5_007 },
  ])
})

it('nothing more is sent after the program stops', async () => {
  const { work, posts, controller } = acknowledging(2, inTurn(done))
  controller.abort()
  expect(await work()).toBeUndefined()
  expect(posts).toEqual([])
})
