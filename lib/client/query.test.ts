import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { createQueryClient } from './query.ts'

afterEach(() => onlineManager.setOnline(true))

test('a browser that believes to be offline calls all the same, and hears what comes of it', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  const calls: string[] = []
  await client.fetchQuery({ queryKey: ['read'], queryFn: async () => calls.push('read') })
  const write = new MutationObserver(client, { mutationFn: async () => calls.push('write') })
  await write.mutate()
  expect(calls).toEqual(['read', 'write'])
  client.clear()
})
