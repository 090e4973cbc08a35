//! The squares a side may play: the door to the kernels.
pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "AVX2 intrinsics")]
pub(crate) mod avx2;
