//! Selecting, and the tools that set things down, through the window.
