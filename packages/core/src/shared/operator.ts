/** What the record of a workspace calls the operator of the service. No member can be called so, and no key may. */
export const OPERATOR = 'the operator';
