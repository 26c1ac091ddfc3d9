import { expect, test } from 'vitest'
import { welcomeText } from './welcome.ts'

const address = 'http://localhost:7007/portal'
const welcome = (options: Partial<Parameters<typeof welcomeText>[0]> = {}) =>
  welcomeText({
    address,
    isFirstStart: true,
    guests: undefined,
    firstSteps: { 'Your own catalog': 'docs/catalog.md' },
    colour: false,
    ...options,
  })

test('the first start tells the address, how to sign in and where to go next; later ones only the address', () => {
  expect(
    welcome({ guests: { admitsGuests: true, isOnlySignIn: true } })
      .trim()
      .split('\n'),
  ).toEqual([
    'Portico is ready at http://localhost:7007/portal',
    '',
    '  Sign in              as a guest, by the button Enter, without a password',
    '  State of the server  http://localhost:7007/portal/system',
    '  Your own catalog     docs/catalog.md',
    '  Stop                 Ctrl-C',
  ])
  expect(welcome({ isFirstStart: false })).toBe('Portico is ready at http://localhost:7007/portal\n')
})

test('how to sign in is told as the config has it', () => {
  expect(welcome({ guests: { admitsGuests: false, isOnlySignIn: true } })).toContain('nobody can yet: set up a provider in auth.providers')
  expect(welcome()).toContain('with a provider that the config names in auth.providers')
})

test('only a terminal that takes colours gets any', () => {
  expect(welcome({ colour: true, isFirstStart: false })).toMatch(/^\u001b\[1mPortico/)
  expect(welcome()).not.toContain('\u001b')
})
