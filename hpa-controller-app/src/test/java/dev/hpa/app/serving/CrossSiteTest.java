package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.api.time.VirtualTimeline;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that compute are not computed for pages of other sites. */
@NullMarked
@Tag("security")
class CrossSiteTest {

  private final AtomicInteger computed = new AtomicInteger();
  private final VirtualTimeline timeline = new VirtualTimeline(Instant.EPOCH);

  @SuppressWarnings("NullAway.Init")
  private DebugServer server;

  private final class Computing implements Page {
    @Override
    public boolean refusesCrossSite(String path) {
      return path.startsWith("/api/");
    }

    @Override
    public PageResponse answer(PageRequest ask) {
      computed.incrementAndGet();
      return PageResponse.text(200, "computed");
    }
  }

  @BeforeEach
  void start() throws Exception {
    Pages pages = new Pages();
    pages.put("/", new Computing());
    server =
        DebugServer.start(
            "--address",
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            pages,
            timeline);
  }

  @AfterEach
  void stop() {
    server.close();
    timeline.close();
  }

  private String ask(String path, String headers) throws Exception {
    int port = server.address().getPort();
    try (RawConnection connection = RawConnection.plain(port)) {
      return connection
          .send(
              "GET %s HTTP/1.1\r\nHost: localhost:%d\r\n%sConnection: close\r\n\r\n"
                  .formatted(path, port, headers.replace("PORT", Integer.toString(port))))
          .rest();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        "Sec-Fetch-Site: anything\r\n",
        "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n",
        "Origin: https://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://localhost:1\r\n",
        "Origin: https://localhost:PORT\r\n",
      })
  void requestsOfOtherSitesAreRefused(String headers) throws Exception {
    String answer = ask("/api/x", headers);
    assertTrue(answer.startsWith("HTTP/1.1 403 Forbidden\r\n"), answer);
    assertTrue(
        answer.endsWith(
            "403 Forbidden: a page of another site sent the request; open the address itself\n"),
        answer);
    assertEquals(0, computed.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Sec-Fetch-Site: same-origin\r\n",
        "Sec-Fetch-Site: none\r\n",
        "Origin: http://localhost:PORT\r\n",
      })
  void ownRequestsAreAnswered(String headers) throws Exception {
    String answer = ask("/api/x", headers);
    assertTrue(answer.endsWith("computed"), answer);
  }

  @Test
  void aLinkOnAnotherSiteOpensThePage() throws Exception {
    String answer = ask("/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n");
    assertTrue(answer.endsWith("computed"), answer);
  }
}
