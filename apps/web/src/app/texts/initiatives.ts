export const initiatives = {} as const;
