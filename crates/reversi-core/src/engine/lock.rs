//! A value that one thread at a time can change.

/// A mutex. Without the standard library there is only one thread, and the lock is a cell.
pub(super) struct Lock<T> {
    #[cfg(feature = "std")]
    value: std::sync::Mutex<T>,
    #[cfg(not(feature = "std"))]
    value: core::cell::RefCell<T>,
}

impl<T> Lock<T> {
    pub(super) fn new(value: T) -> Self {
        Self { value: value.into() }
    }

    /// Changes or reads the value.
    pub(super) fn with<R>(&self, run: impl FnOnce(&mut T) -> R) -> R {
        #[cfg(feature = "std")]
        let mut value = self.value.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        #[cfg(not(feature = "std"))]
        let mut value = self.value.borrow_mut();
        run(&mut value)
    }

    /// Changes or reads the value, but returns `None` if it is in use.
    pub(super) fn try_with<R>(&self, run: impl FnOnce(&mut T) -> R) -> Option<R> {
        #[cfg(feature = "std")]
        let mut value = self.value.try_lock().ok()?;
        #[cfg(not(feature = "std"))]
        let mut value = self.value.try_borrow_mut().ok()?;
        Some(run(&mut value))
    }

    /// Returns the value.
    #[cfg(feature = "rayon")]
    pub(super) fn into_inner(self) -> T {
        self.value.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
