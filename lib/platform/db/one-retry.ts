import { databaseError } from './engine.ts'

/** A deadlock or a serialization failure (SQLSTATE 40001, 40P01) rolled everything back: the work may run again. */
export async function withOneRetry<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!/^40(001|P01)$/.test(databaseError(error)?.code ?? '')) throw error
    return run()
  }
}
