import { oncePerProcess } from './once-per-process.ts'

/** Runs the work, or joins the run of the same key that is under way in this process. */
export function singleFlight<T>(key: string, work: () => Promise<T>): Promise<T> {
  const flights = oncePerProcess('single-flight', () => new Map<string, Promise<unknown>>())
  const running = flights.get(key) as Promise<T> | undefined
  if (running !== undefined) return running
  const flight = work().finally(() => flights.delete(key))
  flights.set(key, flight)
  return flight
}
