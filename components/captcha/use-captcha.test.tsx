import { act, renderHook } from '@testing-library/react'
import { request } from '@/lib/client/call'
import { solveProof } from '@/lib/client/solve-proof'
import { identity } from '@/lib/domains/identity/contract'
import { useCaptcha } from './use-captcha'

jest.mock('@/lib/client/call', () => ({ request: jest.fn() }))
jest.mock('@/lib/client/solve-proof', () => ({ solveProof: jest.fn(async () => 'nonce') }))

test('a try waits for the captcha that is drawn, not for the work of the one before', async () => {
  const drawn = { image: 'AAAA', salt: 's', bits: 1 }
  let answer = () => {}
  jest
    .mocked(request)
    .mockImplementation((async (endpoint: unknown) => (endpoint === identity.captcha ? drawn : {})) as never)
  const { result } = renderHook(() => useCaptcha())
  await act(() => result.current.draw('a'))
  await result.current.worked()
  expect(solveProof).toHaveBeenCalledTimes(1)

  jest.mocked(request).mockImplementation(((endpoint: unknown) =>
    endpoint === identity.captcha
      ? new Promise((resolve) => {
          answer = () => resolve(drawn)
        })
      : Promise.resolve({})) as never)
  let drawing: Promise<void> | undefined
  act(() => {
    drawing = result.current.draw('a')
  })
  let isWorked = false
  const worked = result.current.worked().then(() => {
    isWorked = true
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isWorked).toBe(false)
  await act(async () => {
    answer()
    await drawing
  })
  await worked
  expect(solveProof).toHaveBeenCalledTimes(2)
})

test('a picture that cannot be drawn holds nothing up', async () => {
  jest.mocked(request).mockRejectedValue(new Error('no network'))
  const { result } = renderHook(() => useCaptcha())
  await act(() => result.current.draw('a'))
  await expect(result.current.worked()).resolves.toBeUndefined()
  expect(result.current).toMatchObject({ shown: true, image: null })
})
