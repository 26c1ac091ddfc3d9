import { expect, test } from 'vitest'
import { isExposed, isLoopback, listenHost, type Addresses, type GuestAccess } from './reach.ts'

const guests: GuestAccess = { admitsGuests: true, isOnlySignIn: true }

function coreOf(baseUrl: string, host?: string, appUrl = baseUrl): Addresses {
  return { app: { baseUrl: appUrl }, backend: { baseUrl, listen: host === undefined ? {} : { host } } }
}

test('loopback is localhost and what is below it, 127.0.0.0/8 and ::1, and no other name or address', () => {
  const own = ['localhost', 'LOCALHOST', 'portal.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1']
  const others = ['0.0.0.0', '::', '10.0.0.7', 'localhost.example.com', '127.0.0.1.example.com', 'portal', '128.0.0.1', '127.1', '']
  expect(own.filter(host => !isLoopback(host))).toEqual([])
  expect(others.filter(isLoopback)).toEqual([])
})

test('without a host to listen on, a portal on localhost and one that only guests sign in to listen on loopback', () => {
  expect(listenHost(coreOf('http://localhost:7007'), undefined)).toBe('127.0.0.1')
  expect(listenHost(coreOf('http://127.0.0.2:7007'), undefined)).toBe('127.0.0.1')
  expect(listenHost(coreOf('http://[::1]:7007'), undefined)).toBe('::1')
  expect(listenHost(coreOf('https://portal.example.com'), guests)).toBe('127.0.0.1')
  expect(listenHost(coreOf('https://portal.example.com'), { admitsGuests: true, isOnlySignIn: false })).toBeUndefined()
  expect(listenHost(coreOf('https://portal.example.com'), undefined)).toBeUndefined()
  expect(listenHost(coreOf('http://localhost:7007', '0.0.0.0'), guests)).toBe('0.0.0.0')
})

test('a portal is exposed when it listens on another interface than loopback, or a base URL is not loopback', () => {
  expect(isExposed(coreOf('http://localhost:7007'), guests)).toBe(false)
  expect(isExposed(coreOf('http://localhost:7007', '127.0.0.1'), guests)).toBe(false)
  expect(isExposed(coreOf('http://localhost:7007', '0.0.0.0'), guests)).toBe(true)
  expect(isExposed(coreOf('http://localhost:7007', '::'), guests)).toBe(true)
  expect(isExposed(coreOf('https://portal.example.com', '127.0.0.1'), guests)).toBe(true)
  expect(isExposed(coreOf('http://localhost:7007', '127.0.0.1', 'https://portal.example.com'), guests)).toBe(true)
})
