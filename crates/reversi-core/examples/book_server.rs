//! A web server for the moves in a book. `GET /f5d6` returns one line with a JSON object for each
//! book move after f5 d6.
//!
//! `cargo run --example book_server -- openings.book 8080`

use std::error::Error;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use reversi_core::book::{Book, BookView};
use reversi_core::format::transcript;

/// Returns the response body for a path. `/` is the start position, and `/f5d6` is the position
/// after these moves.
fn body(book: &impl BookView, path: &str) -> Result<String, Box<dyn Error>> {
    let position = transcript::parse(path.trim_start_matches('/'))?.position;
    let mut text = String::new();
    for found in book.moves(position.board())? {
        let (mv, games) = (found.mv, found.info.games);
        let value = found.info.value.map_or("null".to_owned(), |value| value.to_string());
        text += &format!("{{\"move\":\"{mv}\",\"value\":{value},\"games\":{games}}}\n");
    }
    Ok(text)
}

/// Answers one request. A read that takes longer than five seconds fails, so a silent client does
/// not block the server.
fn serve(book: &impl BookView, stream: &mut TcpStream) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut line = String::new();
    BufReader::new((&*stream).take(1024)).read_line(&mut line)?;
    let path = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()).unwrap_or("?");
    let (status, text) = match body(book, path) {
        Ok(text) => ("200 OK", text),
        Err(error) => ("400 Bad Request", format!("{error}\n")),
    };
    let length = text.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let book = Book::load(arguments.next().ok_or("expected the path of a book")?)?;
    let port = arguments.next().map_or(Ok(8080), |text| text.parse())?;
    for stream in TcpListener::bind(("127.0.0.1", port))?.incoming() {
        // Look-ups need only `&book`, so one thread per client could share the book.
        if let Err(error) = stream.and_then(|mut stream| serve(&book, &mut stream)) {
            eprintln!("{error}");
        }
    }
    Ok(())
}

#[test]
fn one_request_is_answered() {
    let mut book = reversi_core::book::Book::new();
    let game = transcript::parse("f5d6c3").unwrap();
    book.register(game.moves, Some(4)).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    client.write_all(b"GET /f5 HTTP/1.1\r\n\r\n").unwrap();
    serve(&book, &mut listener.accept().unwrap().0).unwrap();
    let mut answer = String::new();
    client.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.contains("{\"move\":\"d6\",\"value\":-400,\"games\":1}\n"), "{answer}");
    assert!(body(&book, "/f5z9").is_err());
}
