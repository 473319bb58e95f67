package dev.hpa.conformance.environment;

import dev.hpa.api.Json;
import dev.hpa.conformance.cases.InjectedFault;
import dev.hpa.conformance.transcript.Observation;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Call;
import okhttp3.Response;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * A proxy between the implementation and the API server. It forwards requests, records those in the
 * namespace of a case, and injects faults.
 */
final class RecordingProxy implements AutoCloseable {

  private static final Pattern NAMESPACE = Pattern.compile("/namespaces/([^/]+)");
  private static final Set<String> NOT_FORWARDED =
      Set.of(
          "authorization",
          "host",
          "connection",
          "content-length",
          "transfer-encoding",
          "accept-encoding",
          "te");
  private static final int CHUNK_BYTES = 64 * 1024;

  private final ClusterApi upstream;
  private final LoopbackServer server;
  private final String token = HexFormat.of().formatHex(random());
  private final Map<String, CaseLog> logs = new ConcurrentHashMap<>();
  private final Map<String, List<ActiveFault>> faults = new ConcurrentHashMap<>();

  RecordingProxy(ClusterApi upstream) {
    this.upstream = upstream;
    this.server = LoopbackServer.start("proxy", this::serve);
  }

  private static byte[] random() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /** A fault and its remaining number of requests. */
  private static final class ActiveFault {

    private final InjectedFault fault;
    private int left;

    private ActiveFault(InjectedFault fault) {
      this.fault = fault;
      this.left = fault.times();
    }

    private synchronized boolean matches(String method, String path) {
      if (left > 0 && fault.method().equals(method) && path.endsWith(fault.path())) {
        left--;
        return true;
      }
      return false;
    }
  }

  /** Records the requests in a namespace from now on. */
  void register(String namespace, CaseLog log) {
    logs.put(namespace, log);
  }

  void fail(String namespace, InjectedFault fault) {
    faults
        .computeIfAbsent(namespace, any -> new CopyOnWriteArrayList<>())
        .add(new ActiveFault(fault));
  }

  void clearFaults(String namespace) {
    faults.remove(namespace);
  }

  /** Writes the kubeconfig of the implementation, readable by its owner only. */
  void writeKubeconfig(Path file) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Path certificate = file.resolveSibling(file.getFileName() + ".crt");
    Files.writeString(certificate, server.certificatePem());
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: conformance
        contexts: [{name: conformance, context: {cluster: conformance, user: conformance}}]
        clusters: [{name: conformance, cluster: {server: 'https://127.0.0.1:%d', certificate-authority: '%s'}}]
        users: [{name: conformance, user: {token: '%s'}}]
        """
            .formatted(server.port(), certificate, token));
  }

  private void serve(Request request, org.eclipse.jetty.server.Response response)
      throws IOException {
    byte[] body;
    try (InputStream in = Content.Source.asInputStream(request)) {
      body = in.readAllBytes();
    }
    String path = request.getHttpURI().getPathQuery();
    if (!("Bearer " + token).equals(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
      respond(response, 401, status(401, "Unauthorized", "Unauthorized"), "application/json");
      return;
    }
    InjectedFault fault = fault(request.getMethod(), request.getHttpURI().getPath());
    if (fault != null) {
      record(request.getMethod(), path, fault.code());
      byte[] content =
          fault.reason() == null
              ? fault.message().getBytes(StandardCharsets.UTF_8)
              : status(fault.code(), fault.reason(), fault.message());
      respond(
          response,
          fault.code(),
          content,
          fault.reason() == null ? "text/plain" : "application/json");
      return;
    }
    forward(request, body, path, response);
  }

  private void forward(
      Request request, byte[] body, String path, org.eclipse.jetty.server.Response response)
      throws IOException {
    Call call =
        upstream.call(
            request.getMethod(),
            path,
            headers(request),
            body,
            String.valueOf(request.getHeaders().get(HttpHeader.CONTENT_TYPE)));
    request.addFailureListener(failure -> call.cancel());
    try (Response upstreams = call.execute()) {
      record(request.getMethod(), path, upstreams.code());
      response.setStatus(upstreams.code());
      for (String name : upstreams.headers().names()) {
        if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
          response.getHeaders().put(name, upstreams.headers().values(name));
        }
      }
      InputStream in = upstreams.body().byteStream();
      Content.Sink.write(response, false, ByteBuffer.allocate(0));
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        Content.Sink.write(response, false, ByteBuffer.wrap(chunk.clone(), 0, read));
      }
      Content.Sink.write(response, true, ByteBuffer.allocate(0));
    }
  }

  private static Map<String, String> headers(Request request) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (HttpField field : request.getHeaders()) {
      String name = field.getLowerCaseName();
      if (!NOT_FORWARDED.contains(name) && !name.startsWith(":")) {
        headers.merge(name, field.getValue(), (one, other) -> one + "," + other);
      }
    }
    return headers;
  }

  private @Nullable InjectedFault fault(String method, String path) {
    String namespace = namespace(path);
    for (ActiveFault due :
        namespace == null ? List.<ActiveFault>of() : faults.getOrDefault(namespace, List.of())) {
      if (due.matches(method, path)) {
        return due.fault;
      }
    }
    return null;
  }

  private static @Nullable String namespace(String path) {
    Matcher matcher = NAMESPACE.matcher(path);
    return matcher.find() ? matcher.group(1) : null;
  }

  private void record(String method, String path, int code) {
    String namespace = namespace(path);
    CaseLog log = namespace == null ? null : logs.get(namespace);
    if (log != null) {
      String shown =
          URLDecoder.decode(path, StandardCharsets.UTF_8)
              .replace("/namespaces/" + namespace, "/namespaces/NS");
      log.add(at -> new Observation.Request(at, method, shown, code));
    }
  }

  private static byte[] status(int code, String reason, String message) {
    return Json.write(
        Map.of(
            "kind",
            "Status",
            "apiVersion",
            "v1",
            "metadata",
            Map.of(),
            "status",
            "Failure",
            "message",
            message,
            "reason",
            reason,
            "code",
            code));
  }

  private static void respond(
      org.eclipse.jetty.server.Response response, int code, byte[] body, String type)
      throws IOException {
    response.setStatus(code);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    Content.Sink.write(response, true, ByteBuffer.wrap(body));
  }

  @Override
  public void close() {
    server.close();
  }
}
