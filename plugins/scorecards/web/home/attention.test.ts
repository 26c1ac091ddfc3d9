import type { AttentionContext } from '@portico/core/web'
import { expect, test } from 'vitest'
import { findScorecardWork } from './attention.ts'

const campaign = { name: 'tls', title: 'TLS everywhere', phase: 'running', due: '2026-11-30', done: 1, entities: 3 }

test('work with scorecards has an icon of its own, and days as the user reads dates', async () => {
  const given = {
    client: { call: async () => ({ toDecide: 2, campaigns: [campaign, { ...campaign, name: 'done', done: 3 }] }) },
    text: (_message: unknown, values: object) => JSON.stringify(values),
    date: (day: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en', options).format(new Date(day)),
  } as unknown as AttentionContext
  expect(await findScorecardWork(given)).toMatchObject([
    { id: 'exemptions', icon: 'user' },
    { id: 'campaign:tls', icon: 'dashboard', reason: '{"day":"Nov 30, 2026","done":1,"count":3}' },
  ])
})
