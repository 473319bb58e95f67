package dev.hpa.app.serving;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@NullMarked
@Tag("security")
class TrackedConnectionTest {

  private static final Instant START = Instant.EPOCH;

  private final ByteArrayEndPoint endPoint = new ByteArrayEndPoint();
  private final Counted received = new Counted(endPoint);
  private final TrackedConnection connection;

  TrackedConnectionTest() {
    endPoint.setConnection(received);
    connection = new TrackedConnection(endPoint, ConnectionLimits.DEFAULTS, START);
  }

  private static Instant at(int seconds) {
    return START.plus(Duration.ofSeconds(seconds));
  }

  @Test
  void firstRequestTimesOut32SecondsAfterTheOpening() {
    received.bytes = 10;
    assertFalse(connection.isOverdue(at(32)));
    assertTrue(connection.isOverdue(at(33)));
  }

  @Test
  void laterRequestTimesOut32SecondsAfterItsFirstByte() {
    connection.requestBegins("a", at(1), false);
    connection.requestEnds("a", at(2));
    assertFalse(connection.isOverdue(at(50)));
    received.bytes = 1;
    assertFalse(connection.isOverdue(at(51)));
    received.bytes = 30;
    assertFalse(connection.isOverdue(at(82)));
    assertTrue(connection.isOverdue(at(84)));
  }

  @Test
  void idleConnectionTimesOut90SecondsAfterTheLastResponse() {
    connection.requestBegins("a", at(1), false);
    connection.requestEnds("a", at(2));
    assertFalse(connection.isOverdue(at(92)));
    assertTrue(connection.isOverdue(at(93)));
  }

  @Test
  void framesOfMultiplexedConnectionsAreNotRequests() {
    connection.requestBegins("a", at(1), true);
    connection.requestEnds("a", at(2));
    received.bytes = 1;
    assertFalse(connection.isOverdue(at(10)));
    assertFalse(connection.isOverdue(at(91)));
    assertTrue(connection.isOverdue(at(93)));
  }

  @Test
  void slowBodyClosesTheConnection() {
    connection.requestBegins("a", at(1), true);
    connection.bodyBegins("a", at(1));
    connection.requestBegins("b", at(4), true);
    connection.requestEnds("b", at(5));
    assertTrue(connection.isOverdue(at(7)));
  }

  @Test
  void unreadResponseClosesTheConnection() {
    connection.requestBegins("a", at(1), false);
    assertFalse(connection.isOverdue(at(60)));
    assertTrue(connection.isOverdue(at(62)));
  }

  @Test
  void laterRequestsDoNotExtendTheTimeOfAnUnreadResponse() {
    connection.requestBegins("a", at(1), true);
    connection.requestBegins("b", at(50), true);
    connection.requestEnds("b", at(51));
    connection.requestBegins("c", at(60), true);
    assertFalse(connection.isOverdue(at(61)));
    assertTrue(connection.isOverdue(at(62)));
  }

  @Test
  void aGrowingResponseHasItsOwnTime() {
    connection.requestBegins("a", at(1), true);
    connection.requestBegins("b", at(2), true);
    connection.requestContinues("a", at(50));
    connection.requestEnds("b", at(51));
    assertFalse(connection.isOverdue(at(110)));
    assertTrue(connection.isOverdue(at(111)));
  }

  private static final class Counted extends AbstractConnection {

    private long bytes;

    Counted(ByteArrayEndPoint endPoint) {
      super(endPoint, Runnable::run);
    }

    @Override
    public long getBytesIn() {
      return bytes;
    }

    @Override
    public void onFillable() {}
  }
}
