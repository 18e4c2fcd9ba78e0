/** The operator's name in the log. Neither members nor keys may use it. */
export const OPERATOR = 'the operator';
