import { styleText } from 'node:util'
import type { GuestAccess } from '../config/reach.ts'

/** What people who start the portal at a terminal do next, by title. */
export type FirstSteps = Readonly<Record<string, string>>

/** What is printed at a terminal when the portal is ready: after the first start how to go on, later only the address. */
export function welcomeText(options: {
  readonly address: string
  readonly isFirstStart: boolean
  readonly guests: GuestAccess | undefined
  readonly firstSteps: FirstSteps
  readonly colour: boolean
}): string {
  const { address, isFirstStart, guests, firstSteps, colour } = options
  const paint = (style: 'bold' | 'cyan' | 'gray', text: string) => (colour ? styleText(style, text, { validateStream: false }) : text)
  const ready = `${paint('bold', 'Portico is ready at')} ${paint('cyan', address)}\n`
  if (!isFirstStart) return ready
  const steps = {
    'Sign in': howToSignIn(guests),
    'State of the server': new URL('system', address.replace(/\/?$/, '/')).href,
    ...firstSteps,
    Stop: 'Ctrl-C',
  }
  const width = Math.max(...Object.keys(steps).map(({ length }) => length))
  const lines = Object.entries(steps).map(([title, text]) => `  ${paint('gray', title.padEnd(width))}  ${text}\n`)
  return `\n${ready}\n${lines.join('')}\n`
}

function howToSignIn(guests: GuestAccess | undefined): string {
  if (guests?.admitsGuests) return 'as a guest, by the button Enter, without a password'
  return guests?.isOnlySignIn
    ? 'nobody can yet: set up a provider in auth.providers'
    : 'with a provider that the config names in auth.providers'
}
