/** Stands in for CSS modules: the name of a class is its own value. */
export default new Proxy({}, { get: (_, name) => name });
