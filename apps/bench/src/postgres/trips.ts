import pg from 'pg';

/** Counts how often this process has asked a PostgreSQL server and waited for it, by the packets that say so. */
export function countTrips(): () => number {
  let trips = 0;
  const { prototype } = (pg as unknown as { Connection: { prototype: { sync: () => void } } }).Connection;
  const { sync } = prototype;
  prototype.sync = function (this: object) {
    trips++;
    sync.call(this);
  };
  return () => trips;
}
