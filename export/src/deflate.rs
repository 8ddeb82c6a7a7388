//! Compression, for streams of PDF and bands of PNG.

use zlib_rs::adler32::{adler32, adler32_combine};
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, ReturnCode, Status, compress_bound, compress_slice};

/// Bytes as a whole zlib stream; `None` if that cannot be.
pub(crate) fn zlib(bytes: &[u8], level: i32) -> Option<Vec<u8>> {
    let mut out = vec![0; compress_bound(bytes.len())];
    let (written, code) = compress_slice(&mut out, bytes, DeflateConfig::new(level));
    let length = written.len();
    out.truncate(length);
    (code == ReturnCode::Ok).then_some(out)
}

/// A part of a zlib stream that knows nothing of the parts before it, so that parts can be made beside each other.
pub(crate) struct Part {
    bytes: Vec<u8>,
    sum: u32,
    length: u64,
}

/// Makes parts, one after the other.
pub(crate) struct Parts(Deflate);

impl Parts {
    pub fn new(level: i32) -> Self {
        const WINDOW_BITS: u8 = 15;
        Self(Deflate::new(level, false, WINDOW_BITS))
    }

    /// The next part. After the last one nothing may follow; those before it end at whole bytes.
    pub fn part(&mut self, bytes: &[u8], is_last: bool) -> Part {
        self.0.reset();
        let flush = if is_last { DeflateFlush::Finish } else { DeflateFlush::FullFlush };
        let mut out = vec![0; compress_bound(bytes.len()) + 16];
        loop {
            let (read, written) = (self.0.total_in() as usize, self.0.total_out() as usize);
            let status = self.0.compress(&bytes[read..], &mut out[written..], flush);
            let written = self.0.total_out() as usize;
            let is_done = match status.expect("the stream is sound and there is memory") {
                Status::StreamEnd => true,
                // Room is left, so nothing waits to be written.
                _ => !is_last && self.0.total_in() as usize == bytes.len() && written < out.len(),
            };
            if is_done {
                out.truncate(written);
                return Part { bytes: out, sum: adler32(1, bytes), length: bytes.len() as u64 };
            }
            out.resize(out.len() * 2, 0);
        }
    }
}

/// Puts parts together.
pub(crate) struct Joined {
    sum: u32,
}

impl Joined {
    /// With the two bytes that a stream begins with.
    pub fn new() -> (Self, [u8; 2]) {
        (Self { sum: 1 }, [0x78, 0x01])
    }

    /// The bytes of the next part.
    pub fn add(&mut self, part: Part) -> Vec<u8> {
        self.sum = adler32_combine(self.sum, part.sum, part.length);
        part.bytes
    }

    /// The four bytes that a stream ends with.
    pub fn end(self) -> [u8; 4] {
        self.sum.to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader of zlib streams makes of them.
    fn read(stream: &[u8], length: usize) -> Vec<u8> {
        let mut out = vec![0; length + 1];
        let (read, code) = zlib_rs::decompress_slice(&mut out, stream, zlib_rs::InflateConfig::default());
        assert_eq!(code, ReturnCode::Ok);
        read.to_vec()
    }

    #[test]
    fn parts_are_read_as_one_stream() {
        let noise: Vec<u8> = (0..200_000_u32).map(|i| (i.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect();
        let all = [vec![7; 300_000], noise, vec![], vec![1, 2, 3]];
        let mut parts = Parts::new(1);
        let (mut joined, head) = Joined::new();
        let mut stream = head.to_vec();
        for (index, bytes) in all.iter().enumerate() {
            let part = parts.part(bytes, index + 1 == all.len());
            stream.extend(joined.add(part));
        }
        stream.extend(joined.end());
        let whole = all.concat();
        assert!(read(&stream, whole.len()) == whole);
        assert!(stream.len() < 210_000, "{}", stream.len());
    }

    #[test]
    fn a_stream_is_read_as_it_was() {
        for bytes in [&b""[..], b"a", &[b'x'; 5000]] {
            assert_eq!(read(&zlib(bytes, 8).unwrap(), bytes.len()), bytes);
        }
    }
}
