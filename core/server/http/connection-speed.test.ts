import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createConnectionSpeeds } from './connection-speed.ts'

const megabyte = 1_000_000

function open() {
  let time = 0
  const speeds = createConnectionSpeeds(() => time)
  const socket = {}
  const request = (headers: Record<string, string> = {}) => ({ socket, headers }) as unknown as IncomingMessage
  function send(bytes: number, ms: number): void {
    const response = new EventEmitter()
    speeds.measure(request(), response as ServerResponse, bytes)
    time += ms
    response.emit('finish')
  }
  return { isFast: (headers?: Record<string, string>) => speeds.isFast(request(headers)), send }
}

test('a connection is fast when it took the last large answer at 40 MB a second or more', () => {
  const { isFast, send } = open()
  expect(isFast()).toBe(false)
  send(megabyte, 25)
  expect(isFast()).toBe(true)
  send(megabyte, 26)
  expect(isFast()).toBe(false)
  send(megabyte, 0)
  expect(isFast()).toBe(true)
})

test('what is small tells nothing about a connection', () => {
  const { isFast, send } = open()
  send(49_999, 0)
  expect(isFast()).toBe(false)
  send(50_000, 0)
  expect(isFast()).toBe(true)
  send(49_999, 1000)
  expect(isFast()).toBe(true)
})

test('a connection of a proxy says nothing about how fast the caller is', () => {
  const { isFast, send } = open()
  send(megabyte, 1)
  for (const header of ['x-forwarded-for', 'forwarded', 'via']) expect([header, isFast({ [header]: '10.0.0.1' })]).toEqual([header, false])
})
