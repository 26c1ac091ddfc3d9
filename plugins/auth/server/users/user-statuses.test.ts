import { createRecordingLog } from '@portico/core/testing'
import { expect, test } from 'vitest'
import type { UserStatus } from './user-status.ts'
import { createUserStatuses } from './user-statuses.ts'

const jane = 'user:default/jane'
const active = (...groups: string[]): UserStatus => ({
  state: 'active',
  info: { userEntityRef: jane, ownershipEntityRefs: [jane, ...groups] },
})

function create(cacheMs = 30_000) {
  const world = { now: 0, asked: 0, status: active() as UserStatus | Error }
  const statuses = createUserStatuses({
    look: async () => {
      world.asked++
      if (world.status instanceof Error) throw world.status
      return world.status
    },
    cacheMs,
    log: createRecordingLog(),
    now: () => world.now,
  })
  return { world, ...statuses }
}

test('a cached status is returned at once, concurrent callers share one lookup, and it is looked up again after the cache time', async () => {
  const { world, admission, info } = create()
  const [one, two] = await Promise.all([info(jane), info(jane)])
  expect([one === two, world.asked]).toEqual([true, 1])
  world.now = 29_999
  expect(admission(jane)).toEqual({ admitted: true })
  expect(await info(jane)).toBe(one)
  world.now = 30_000
  world.status = { state: 'blocked' }
  expect(await admission(jane)).toEqual({ admitted: false, reason: 'blocked' })
  await expect(info(jane)).rejects.toMatchObject({ code: 'auth.user-blocked' })
  expect(world.asked).toBe(2)
})

test('a user who is gone is looked up again after five seconds, and without a cache each time', async () => {
  const { world, admission } = create()
  world.status = { state: 'gone' }
  expect(await admission(jane)).toEqual({ admitted: false, reason: 'gone' })
  world.now = 5_000
  world.status = active()
  expect(await admission(jane)).toEqual({ admitted: true })
  const never = create(0)
  await never.admission(jane)
  never.world.status = { state: 'gone' }
  expect(await never.admission(jane)).toEqual({ admitted: false, reason: 'gone' })
})

test.each([['a failure', new Error('away')] as const, ['an unknown status', { state: 'unknown' } as const] as const])(
  'after %s the last status is used for five minutes and is then unknown; on a new server it is unknown at once',
  async (_what, trouble) => {
    const { world, admission, info } = create()
    await info(jane)
    world.status = trouble
    world.now = 60_000
    expect(await admission(jane)).toEqual({ admitted: true })
    world.now = 299_999
    expect((await info(jane)).ownershipEntityRefs).toEqual([jane])
    world.now = 302_000
    expect(await admission(jane)).toEqual({ admitted: true, unknown: true })
    await expect(info(jane)).rejects.toMatchObject({ status: 503, code: 'auth.user-unknown' })
    world.status = active('group:default/a')
    world.now = 304_000
    expect((await info(jane)).ownershipEntityRefs).toEqual([jane, 'group:default/a'])
  },
)

test('a block stays cached during failures, and an evicted status does not come back', async () => {
  const { world, admission, evict } = create()
  world.status = { state: 'blocked' }
  await admission(jane)
  world.status = new Error('away')
  world.now = 31_000
  expect(await admission(jane)).toEqual({ admitted: false, reason: 'blocked' })
  const other = create()
  await other.admission(jane)
  other.world.status = new Error('away')
  other.evict(jane)
  expect(await other.admission(jane)).toEqual({ admitted: true, unknown: true })
  evict(jane)
})

test('a lookup that was running during a change is not cached', async () => {
  for (const how of ['evict', 'expire', 'expireAll'] as const) {
    const { promise, resolve } = Promise.withResolvers<UserStatus>()
    const answers = [promise, Promise.resolve<UserStatus>({ state: 'blocked' })]
    const statuses = createUserStatuses({ look: () => answers.shift()!, cacheMs: 30_000, log: createRecordingLog(), now: () => 0 })
    const early = statuses.admission(jane)
    if (how === 'expireAll') statuses.expireAll()
    else statuses[how](jane)
    const late = statuses.admission(jane)
    resolve(active())
    expect([await early, await late, await statuses.admission(jane)]).toEqual([
      { admitted: true },
      { admitted: false, reason: 'blocked' },
      { admitted: false, reason: 'blocked' },
    ])
  }
})
