// The page around the terminal: keys go to the game from the start, and a closed game can be started again.
document.getElementById("again").addEventListener("click", () => window.location.reload());

const waiting = setInterval(() => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-first-byte")) {
    keys.focus();
    clearInterval(waiting);
  }
}, 50);

// Ctrl+P opens the game's commands, and not the browser's print dialog; the same for its other keys.
window.addEventListener(
  "keydown",
  (event) => {
    if ((event.ctrlKey && "psq".includes(event.key)) || /^F(1|2)$/.test(event.key)) event.preventDefault();
  },
  true
);
