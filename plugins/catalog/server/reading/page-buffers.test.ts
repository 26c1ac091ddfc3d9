import { expect, test } from 'vitest'
import { createPageBuffers } from './page-buffers.ts'

test('a page has its texts in order with what comes before and after, however long they are', () => {
  const page = createPageBuffers().take()
  expect(page.isEmpty).toBe(true)
  expect(page.finish('[', ']').toString()).toBe('[]')
  const long = '"ö"'.repeat(600_000)
  for (const text of ['1', long, '3']) page.add(Buffer.from(text))
  expect(page.isEmpty).toBe(false)
  expect(page.finish('{"items":[', '],"é":1}').toString()).toBe(`{"items":[1,${long},3],"é":1}`)
})

test('the memory of a released page, and of no other, is used again', () => {
  const buffers = createPageBuffers()
  const [first, second] = [buffers.take(), buffers.take()]
  first.add(Buffer.from('one'))
  const sent = first.finish('[', ']')
  second.add(Buffer.from('two'))
  expect(sent.toString()).toBe('[one]')
  first.release()
  first.release()
  const [third, fourth] = [buffers.take(), buffers.take()]
  third.add(Buffer.from('three'))
  fourth.add(Buffer.from('four'))
  expect(third.finish('', '').buffer).toBe(sent.buffer)
  expect(fourth.finish('', '').buffer).not.toBe(sent.buffer)
  expect([second, third, fourth].map(page => page.finish('', '').toString())).toEqual(['two', 'three', 'four'])
})

test('pages lie in shared memory, which does not make the garbage collector run', () => {
  const page = createPageBuffers().take()
  expect(page.finish('', '').buffer).toBeInstanceOf(SharedArrayBuffer)
  page.add(Buffer.alloc(2_000_000, 'x'))
  expect(page.finish('', '').buffer).toBeInstanceOf(SharedArrayBuffer)
})
