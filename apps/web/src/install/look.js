/* Runs before the first paint, so that the page never flashes in another theme (api/look.ts stores these values). */
try {
  const { theme, density } = JSON.parse(localStorage.getItem('tandem-look') ?? '{}');
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme;
  if (density === 'compact') root.dataset.density = density;
} catch {
  // Without storage, the page follows the system.
}
