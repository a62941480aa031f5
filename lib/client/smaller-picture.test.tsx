import { smaller } from './smaller-picture'

test('what is transparent in a picture is white in its JPEG, as on paper', async () => {
  const drawn: string[] = []
  const context = {
    fillStyle: '',
    fillRect: () => drawn.push(`filled ${context.fillStyle}`),
    drawImage: () => drawn.push('drawn'),
  }
  const { prototype } = HTMLCanvasElement
  jest
    .spyOn(prototype, 'getContext')
    .mockReturnValue(context as unknown as ReturnType<typeof prototype.getContext>)
  jest.spyOn(prototype, 'toBlob').mockImplementation((take, type = '') => take(new Blob(['jpeg'], { type })))
  Object.assign(globalThis, {
    createImageBitmap: async () => ({ width: 40, height: 20, close: () => undefined }),
  })
  const made = await smaller(new File(['png'], 'policy.png', { type: 'image/png' }))
  expect(made.type).toBe('image/jpeg')
  expect(drawn).toEqual(['filled #fff', 'drawn'])
})
