import { defineContract, del, get, post, put } from '@portico/core/common'
import { z } from 'zod'
import { AccessToken, NewAccessToken } from './access-token.ts'
import { Setting, settingLimits, SettingId, StartingSettings } from './setting.ts'

const value = z.object({ value: z.unknown() }).refine(body => body.value !== undefined, { path: ['value'], error: 'is missing' })

export const userSettingsApi = defineContract('user-settings', {
  getSetting: get('/buckets/:bucket/keys/*', { access: 'user', summary: 'One value of the calling user', reply: Setting }),
  putSetting: put('/buckets/:bucket/keys/*', {
    access: 'user',
    summary: 'Stores a value for the calling user',
    body: value,
    anyText: true,
    reply: Setting,
  }),
  deleteSetting: del('/buckets/:bucket/keys/*', { access: 'user', summary: 'Deletes a value of the calling user' }),
  multiget: post('/multiget', {
    access: 'user',
    reads: true,
    summary: 'Many values of the calling user, in the order they are asked for',
    body: z.object({ items: z.array(SettingId).max(settingLimits.keysPerRead) }),
    reply: z.object({ items: z.array(z.object({ value: z.unknown() }).nullable()) }),
  }),

  listStartingSettings: get('/starting-settings', {
    access: 'user',
    summary: 'The values that the browsers of guests begin with',
    reply: StartingSettings,
  }),

  listAccessTokens: get('/access-tokens', {
    access: 'user',
    summary: 'The personal access tokens of the calling user',
    reply: z.object({
      items: z.array(AccessToken),
      /** What a new one can be limited to, and its maximum lifetime. */
      plugins: z.array(z.string()),
      maxDays: z.number(),
      /** Guests share one name, and can make none. */
      mayCreate: z.boolean(),
    }),
  }),
  createAccessToken: post('/access-tokens', {
    access: 'user',
    summary: 'Creates a personal access token, and shows it once',
    noStore: true,
    body: NewAccessToken,
    reply: z.object({ accessToken: AccessToken, token: z.string() }),
    status: 201,
  }),
  deleteAccessToken: del('/access-tokens/:id', { access: 'user', summary: 'Revokes a personal access token' }),
  signOutEverywhere: post('/sign-out-everywhere', {
    access: 'user',
    guests: 'refused',
    summary: 'Ends all sessions of the calling user and revokes their access tokens',
    reply: z.object({ revokedAccessTokens: z.number() }),
  }),
})
