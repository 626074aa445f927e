"""A server that redirects, and remembers what it was asked."""

from http.server import BaseHTTPRequestHandler


class Redirecting(BaseHTTPRequestHandler):
    """Each path is robots.txt, unless ``server.locations`` says where it leads. Paths go to ``server.seen``, headers to ``server.headers``."""

    def do_GET(self):
        self.server.seen.append(self.path)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        location = self.server.locations.get(self.path)
        body = b"" if location else b"User-agent: *\nDisallow: /x\n"
        self.send_response(302 if location else 200)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
