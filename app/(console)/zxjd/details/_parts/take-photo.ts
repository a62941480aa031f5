import type { TakenPhoto } from '@/components/due-diligence/visit-outbox'

/** The place that a phone gives with a photo. */

export type Place = Pick<TakenPhoto, 'latitude' | 'longitude' | 'accuracy'>

/** The place of the phone; undefined where it does not know or may not say. */
export function whereAmI(): Promise<Place | undefined> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(undefined)
    // Its own limit does not count while the phone asks its user, who may not answer.
    setTimeout(resolve, 20_000, undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitude: Number(coords.latitude.toFixed(6)),
          longitude: Number(coords.longitude.toFixed(6)),
          accuracy: Math.min(Math.round(coords.accuracy), 1_000_000),
        }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 },
    )
  })
}
