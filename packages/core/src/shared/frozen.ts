/** A copy of plain data that nobody can change. Parts that are frozen already, and instances of classes, are shared. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T;
  if (!isPlain(value)) return value;
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, frozen(each)])),
  ) as T;
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
