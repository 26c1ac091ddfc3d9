import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBinding, createNonce, decodeState, encodeState, readBinding } from './sign-in-state.ts'

test('a state is the hex of a query string, without absent fields', () => {
  const text = encodeState({ nonce: 'a+b/c==', env: 'development', origin: 'http://localhost:3000', flow: 'popup' })
  expect(Buffer.from(text, 'hex').toString()).toBe('nonce=a%2Bb%2Fc%3D%3D&env=development&origin=http%3A%2F%2Flocalhost%3A3000&flow=popup')
})

test('a state of any texts comes back as it was', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).map(value => value.toWellFormed())
  fc.assert(
    fc.property(text, text, text, text, (nonce, env, redirectUrl, scope) => {
      expect(decodeState(encodeState({ nonce, env, redirectUrl, scope }))).toEqual({ nonce, env, redirectUrl, scope })
    }),
  )
})

test('nothing else is a state', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      expect(decodeState(text)).toBeUndefined()
    }),
  )
  const halves = ['nonce=x', 'env=x', 'nonce=&env=x', ''].map(text => Buffer.from(text).toString('hex'))
  for (const text of [...halves, undefined, 'ab'.repeat(20_000)]) expect(decodeState(text)).toBeUndefined()
})

test('a nonce is 16 random bytes in base64', () => {
  expect(createNonce()).toMatch(/^[A-Za-z0-9+/]{22}==$/)
  expect(createNonce()).not.toBe(createNonce())
})

test('the binding of a sign-in to a browser is valid for one state only, and cannot be guessed', () => {
  const cookie = createBinding('state-1', ['openid', 'email'])
  const binding = readBinding(cookie, 'state-1')
  expect(binding).toEqual({
    codeVerifier: expect.stringMatching(/^[\w-]{43}$/),
    idTokenNonce: expect.stringMatching(/^[\w-]{43}$/),
    scopes: ['openid', 'email'],
  })
  expect(binding?.codeVerifier).not.toBe(binding?.idTokenNonce)
  expect(readBinding(createBinding('state-1', []), 'state-1')?.codeVerifier).not.toBe(binding?.codeVerifier)
  for (const other of [
    readBinding(cookie, 'state-2'),
    readBinding(undefined, 'state-1'),
    readBinding('', 'state-1'),
    readBinding('a.b.c', 'state-1'),
  ])
    expect(other).toBeUndefined()
})
