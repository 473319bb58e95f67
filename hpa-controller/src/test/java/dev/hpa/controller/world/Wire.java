package dev.hpa.controller.world;

import dev.hpa.kube.client.CallHandle;
import dev.hpa.kube.client.CallSender;
import dev.hpa.kube.client.FenceClosedException;
import dev.hpa.kube.client.HttpCall;
import dev.hpa.kube.client.HttpHeader;
import dev.hpa.kube.http.TransportResponse;
import dev.hpa.sandbox.request.ApiResponse;
import dev.hpa.sandbox.request.ConditionalRequests;
import dev.hpa.sandbox.request.WarningHeaders;
import dev.hpa.sandbox.server.ApiService;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The network between a process and the API server, in place of connections, TLS and HTTP. All of
 * the client above {@link CallSender} is real: credentials, retries, limits, decoders.
 */
final class Wire implements CallSender {

  private static final byte[] GARBAGE = "\u0000\u0007{]garbage".getBytes(StandardCharsets.UTF_8);

  /** A request that takes longer does not reach the server if the client has given up before. */
  private static final Duration RECALLED = Duration.ofSeconds(1);

  private final World world;
  private final SimulatedProcess client;
  private final SimulatedProcess server;
  private final ApiService service;
  private final Network network;
  private final Observer observer;
  private final Set<InFlightCall> open = new LinkedHashSet<>();
  private boolean isCut;

  /** Sees what the server has carried out. */
  interface Observer {

    /**
     * A process sends a request, which may never arrive.
     *
     * @param isAffected whether a fault affects it or its response
     */
    void sent(SimulatedProcess client, HttpCall call, boolean isAffected);

    /** A process receives the error of a proxy. */
    void refused(SimulatedProcess client, HttpCall call, int code);

    /**
     * The server has answered a request.
     *
     * @param code the status that it has sent, which the client may never receive
     */
    void answered(SimulatedProcess client, HttpCall call, int code);
  }

  Wire(
      World world,
      SimulatedProcess client,
      SimulatedProcess server,
      ApiService service,
      Network network,
      Observer observer) {
    this.world = world;
    this.client = client;
    this.server = server;
    this.service = service;
    this.network = network;
    this.observer = observer;
  }

  /** Breaks all connections; there are none from now on, as for a process that was killed. */
  void cut() {
    isCut = true;
    breakAll();
  }

  /** Breaks the connections of open watches, which are opened again. */
  void breakWatches() {
    for (InFlightCall each : List.copyOf(open)) {
      if (each.isWatch) {
        each.breakDown(new SocketException("Connection reset"));
      }
    }
  }

  /** Breaks all connections. */
  void breakAll() {
    for (InFlightCall each : List.copyOf(open)) {
      each.breakDown(new SocketException("Connection reset"));
    }
  }

  @Override
  public TransportResponse send(HttpCall call) throws IOException {
    Instant end = call.limit().isZero() ? null : world.now().plus(call.limit());
    return new InFlightCall(call, false).begin(call.timeout(), end);
  }

  @Override
  public TransportResponse watch(HttpCall call, CallHandle handle) throws IOException {
    InFlightCall inFlight = new InFlightCall(call, true);
    handle.abortBy(inFlight::close);
    return inFlight.begin(MAX_SILENCE, null);
  }

  @Override
  public void retire() {
    // Connections are not kept.
  }

  @Override
  public void close() {
    breakAll();
  }

  /** Status and headers, by names in lower case. */
  private record Head(int code, Map<String, String> headers) {}

  /** One request and its response, as the client sees them. */
  private final class InFlightCall implements TransportResponse {

    private final HttpCall call;
    private final boolean isWatch;
    private final Delivery delivery;
    private final Pipe pipe = new Pipe(world);
    private @Nullable Head head;
    private @Nullable IOException broken;
    private ApiResponse.@Nullable Streamed stream;
    private @Nullable InputStream body;

    InFlightCall(HttpCall call, boolean isWatch) {
      this.call = call;
      this.isWatch = isWatch;
      this.delivery = network.delivery(client, call, isWatch);
    }

    TransportResponse begin(Duration timeout, @Nullable Instant end) throws IOException {
      open.add(this);
      boolean isOpen = false;
      try {
        Instant opening = isWatch ? world.now().plus(call.limit()) : end;
        Instant connected = world.now().plus(delivery.connect());
        if (delivery.fault() instanceof Delivery.NetworkFault.Stopped stop) {
          client.pause();
          world.after(stop.time(), client::resume);
        }
        pipe.await(() -> broken != null || !world.now().isBefore(connected), connected);
        requireWhole();
        if (isCut || delivery.fault() instanceof Delivery.NetworkFault.Refused) {
          throw new ConnectException("Connection refused");
        }
        if (!call.check().getAsBoolean()) {
          throw new FenceClosedException();
        }
        observer.sent(client, call, delivery.fault() != null);
        depart();
        Instant read = world.now().plus(call.timeout());
        pipe.await(
            () -> broken != null || head != null,
            opening == null || read.isBefore(opening) ? read : opening);
        requireWhole();
        body = pipe.input(timeout, end);
        isOpen = true;
        return this;
      } finally {
        if (!isOpen) {
          close();
        }
      }
    }

    private void requireWhole() throws IOException {
      if (broken != null) {
        throw broken;
      }
    }

    private void depart() {
      switch (delivery.fault()) {
        case Delivery.NetworkFault.Lost ignored -> {}
        case Delivery.NetworkFault.ResetBefore ignored ->
            world.after(
                delivery.request(), () -> breakDown(new SocketException("Connection reset")));
        case Delivery.NetworkFault.Answered error ->
            world.after(delivery.request(), () -> answered(error.code(), error.retryAfter()));
        case null, default -> {
          Duration leg =
              delivery.fault() instanceof Delivery.NetworkFault.HeldBack held
                  ? held.time()
                  : delivery.request();
          world.after(leg, () -> arrives(leg.compareTo(RECALLED) > 0));
        }
      }
    }

    /** A client that gives up closes the connection, which recalls what is on its way for long. */
    private void arrives(boolean isRecallable) {
      boolean isRecalled = isRecallable && (pipe.isAborted() || broken != null);
      if (!isRecalled && !isCut) {
        server.start("request", () -> service.serve(new Arrival(this)));
      }
    }

    /** An error of a proxy, which the API server does not know of. */
    private void answered(int code, int retryAfter) {
      String status =
          """
          {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
          "message":"the simulated proxy answers %d","reason":"%s","code":%d}
          """
              .formatted(code, code == 410 ? "Expired" : "", code);
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("content-type", ApiResponse.JSON);
      if (retryAfter > 0) {
        headers.put("retry-after", Integer.toString(retryAfter));
      }
      world.after(
          delivery.response(),
          () -> {
            if (broken == null && !pipe.isAborted()) {
              observer.refused(client, call, code);
            }
          });
      arrives(new Head(code, headers));
      pipe.send(status.getBytes(StandardCharsets.UTF_8), delivery.response());
      pipe.end(delivery.response());
    }

    private void arrives(Head arriving) {
      world.after(
          delivery.response(),
          () -> {
            head = arriving;
            pipe.wake();
          });
    }

    void breakDown(IOException how) {
      if (broken == null) {
        broken = how;
        pipe.breakDown(how);
        stopStream();
      }
    }

    private void stopStream() {
      ApiResponse.Streamed sent = stream;
      if (sent != null) {
        stream = null;
        sent.writer().stop();
      }
    }

    private Head arrived() {
      return Objects.requireNonNull(head);
    }

    @Override
    public int code() {
      return arrived().code();
    }

    @Override
    public @Nullable String header(String name) {
      return arrived().headers().get(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public InputStream body() {
      return Objects.requireNonNull(body);
    }

    @Override
    public void distrust() {
      close();
    }

    @Override
    public void close() {
      open.remove(this);
      pipe.abort();
      world.after(delivery.request(), this::stopStream);
    }
  }

  /** A request as the server sees it. */
  private final class Arrival implements ApiService.Exchange {

    private final InFlightCall inFlight;
    private final HttpCall call;
    private final Delivery delivery;
    private final Pipe pipe;
    private boolean isServed;

    Arrival(InFlightCall inFlight) {
      this.inFlight = inFlight;
      this.call = inFlight.call;
      this.delivery = inFlight.delivery;
      this.pipe = inFlight.pipe;
    }

    @Override
    public String method() {
      return call.request().method();
    }

    @Override
    public String path() {
      return pathAndQuery().split("\\?", 2)[0];
    }

    @Override
    public String pathAndQuery() {
      return call.request().target();
    }

    @Override
    public Map<String, String> query() {
      Map<String, String> query = new LinkedHashMap<>();
      String[] parts = pathAndQuery().split("\\?", 2);
      for (String pair : parts.length < 2 ? new String[0] : parts[1].split("&")) {
        String[] sides = pair.split("=", 2);
        query.putIfAbsent(decoded(sides[0]), sides.length < 2 ? "" : decoded(sides[1]));
      }
      return query;
    }

    private static String decoded(String text) {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public String header(String name) {
      return call.headers().stream()
          .filter(each -> each.name().equalsIgnoreCase(name))
          .map(HttpHeader::value)
          .collect(Collectors.joining(","));
    }

    @Override
    public byte[] body() {
      byte[] sent = call.request().body();
      return sent == null ? new byte[0] : sent;
    }

    @Override
    public long received() {
      return body().length;
    }

    @Override
    public void reply(ApiResponse answer, WarningHeaders warnings, LongConsumer sent)
        throws IOException, InterruptedException {
      isServed = true;
      switch (answer) {
        case ApiResponse.Whole whole -> reply(whole);
        case ApiResponse.Streamed streamed -> reply(streamed);
        case ApiResponse.Truncated cut -> {
          observer.answered(client, call, cut.whole().code());
          head(cut.whole().code(), cut.whole().contentType(), cut.whole().headers());
          byte[] all = cut.whole().body();
          pipe.send(Arrays.copyOf(all, all.length / 2), delivery.response());
          pipe.fail(new EOFException("unexpected EOF"), delivery.response());
        }
        case ApiResponse.Reset ignored ->
            inFlight.breakDown(new SocketException("Connection reset"));
      }
    }

    private void reply(ApiResponse.Whole whole) {
      observer.answered(client, call, whole.code());
      ApiResponse.Whole answer =
          ConditionalRequests.orNotModified(
              whole, header("If-None-Match"), header("If-Modified-Since"));
      if (delivery.fault() instanceof Delivery.NetworkFault.ResetAfter) {
        world.after(
            delivery.response(), () -> inFlight.breakDown(new SocketException("Connection reset")));
        return;
      }
      if (delivery.fault() instanceof Delivery.NetworkFault.Unanswered) {
        return;
      }
      head(answer.code(), answer.contentType(), answer.headers());
      byte[] bytes = answer.body();
      switch (delivery.fault()) {
        case Delivery.NetworkFault.Garbled ignored -> {
          pipe.send(GARBAGE, delivery.response());
          pipe.end(delivery.response());
        }
        case Delivery.NetworkFault.Cut ignored -> {
          pipe.send(Arrays.copyOf(bytes, bytes.length / 2), delivery.response());
          pipe.fail(new EOFException("unexpected EOF"), delivery.response());
        }
        case Delivery.NetworkFault.Slow slow -> {
          pipe.send(Arrays.copyOf(bytes, bytes.length / 2), delivery.response());
          pipe.send(Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length), slow.time());
          pipe.end(Duration.ZERO);
        }
        case null, default -> {
          pipe.send(bytes, delivery.response());
          pipe.end(delivery.response());
        }
      }
    }

    private void reply(ApiResponse.Streamed streamed) throws IOException, InterruptedException {
      if (delivery.fault() instanceof Delivery.NetworkFault.Unanswered) {
        return;
      }
      inFlight.stream = streamed;
      head(streamed.code(), streamed.contentType(), Map.of());
      if (delivery.fault() instanceof Delivery.NetworkFault.Garbled) {
        pipe.send(GARBAGE, delivery.response());
        pipe.end(delivery.response());
        return;
      }
      streamed.writer().writeTo(new Events());
      if (!(delivery.fault() instanceof Delivery.NetworkFault.Silent)) {
        pipe.end(delivery.response());
      }
    }

    private void head(int code, String contentType, Map<String, String> more) {
      Map<String, String> headers = new LinkedHashMap<>();
      more.forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
      if (!contentType.isEmpty()) {
        headers.put("content-type", contentType);
      }
      inFlight.arrives(new Head(code, headers));
    }

    /** What the server writes to a watch. */
    private final class Events extends OutputStream {

      private final int cutAfter = 1 + world.random().nextInt(6);
      private Duration delay = delivery.response();
      private int writes;

      @Override
      public void write(int each) throws IOException {
        write(new byte[] {(byte) each}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        if (inFlight.broken != null || pipe.isAborted()) {
          throw new IOException("broken pipe");
        }
        if (delivery.fault() instanceof Delivery.NetworkFault.Silent || length == 0) {
          return;
        }
        writes++;
        if (delivery.fault() instanceof Delivery.NetworkFault.Slow slow && writes == 1) {
          delay = slow.time();
        }
        if (delivery.fault() instanceof Delivery.NetworkFault.Cut && writes >= cutAfter) {
          pipe.send(Arrays.copyOfRange(bytes, from, from + length / 2), delay);
          pipe.fail(new EOFException("unexpected EOF"), delay);
          throw new IOException("cut");
        }
        pipe.send(Arrays.copyOfRange(bytes, from, from + length), delay);
        delay = delivery.response();
      }
    }

    @Override
    public void failed(Exception failure) {
      if (!isServed) {
        inFlight.breakDown(new SocketException("Connection reset"));
      }
    }
  }
}
