package dev.hpa.metrics.prometheus.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.kube.client.ClusterConnection;
import dev.hpa.kube.client.HttpService;
import dev.hpa.kube.content.CountedInput;
import dev.hpa.kube.http.ResponseLimits;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends queries to a Prometheus server. Failures have messages of one line. Thread-safe; calls
 * block.
 */
public final class PrometheusClient implements AutoCloseable {

  /** The longest time of a query of past values or of a list, including the response. */
  public static final Duration RANGE_TIMEOUT = Duration.ofSeconds(30);

  private static final String FORM = "application/x-www-form-urlencoded";

  private final PrometheusServer server;
  private final Duration timeout;
  private final ResponseLimits responses;
  private final HttpService service;

  /**
   * Connects on the first request.
   *
   * @param timeout the longest time of a request, including its response; real time
   * @param responses the limits of responses, with those of other servers
   * @throws IllegalArgumentException if a file with certificates cannot be used; the message names
   *     the file
   */
  public PrometheusClient(PrometheusServer server, Duration timeout, ResponseLimits responses) {
    this(server, timeout, responses, service(server));
  }

  private PrometheusClient(
      PrometheusServer server, Duration timeout, ResponseLimits responses, HttpService service) {
    this.server = server;
    this.timeout = timeout;
    this.responses = responses;
    this.service = service;
  }

  /**
   * A client of a server behind the service proxy of an API server, with GET, for which the right
   * {@code get} suffices.
   *
   * @param path of the proxy and the server, percent-encoded
   * @param headers further headers of each request, by name
   * @param timeout as of other clients
   */
  public static PrometheusClient behind(
      ClusterConnection connection, String path, Map<String, String> headers, Duration timeout) {
    return new PrometheusClient(
        new PrometheusServer(
            URI.create(path),
            PrometheusLogin.NONE,
            PrometheusServer.TlsFiles.DEFAULT,
            headers,
            true),
        timeout,
        connection.calls(),
        HttpService.behind(connection, path, Limit.PROMETHEUS_BYTES.asInt()));
  }

  /** A client with the timeout of queries of past values. */
  public static PrometheusClient ofPast(PrometheusServer server, ResponseLimits responses) {
    return new PrometheusClient(server, RANGE_TIMEOUT, responses);
  }

  private static HttpService service(PrometheusServer server) {
    PrometheusServer.TlsFiles files = server.tls();
    HttpService.Tls tls =
        new HttpService.Tls(pem(files.authorities()), pem(files.certificate()), pem(files.key()));
    try {
      return new HttpService(server.address().toString(), tls, Limit.PROMETHEUS_BYTES.asInt());
    } catch (IllegalArgumentException unusable) {
      throw new IllegalArgumentException(
          "\"%s\" cannot be used; give PEM files with certificates and keys"
              .formatted(files.authorities() == null ? files.certificate() : files.authorities()),
          unusable);
    }
  }

  private static byte @Nullable [] pem(@Nullable Path file) {
    try {
      return file == null ? null : Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "\"" + file + "\" cannot be used; give a PEM file with certificates", unreadable);
    }
  }

  /** The address of the server, for messages. */
  public String address() {
    return server.address().toString();
  }

  /**
   * A sample.
   *
   * @param labels those of interest that the query has not removed
   */
  public record Sample(Map<String, String> labels, Instant time, double value) {

    private static final int BYTES = 300;
    private static final int LABEL = 160;

    /** In bytes, with what is made of it; of long texts what the response does not count. */
    int memory() {
      int memory = BYTES;
      for (String value : labels.values()) {
        memory += LABEL + value.length();
      }
      return memory;
    }
  }

  /**
   * The result of an instant query.
   *
   * @param isVector otherwise it is a scalar: one sample without labels
   */
  public record Result(boolean isVector, List<Sample> samples) {}

  private <T> HttpService.ResponseReader<T> bounded(HttpService.ResponseReader<T> reader) {
    return (code, body) ->
        responses.read("prometheus", body, counted -> reader.read(code, counted));
  }

  /**
   * Evaluates a query at a time.
   *
   * @param labels the labels of interest; samples have no others
   * @throws IOException if the server cannot be reached, rejects the query, or returns something
   *     else than a vector or a scalar
   * @throws TimeoutException if the whole response was not received in time
   */
  public Result query(String query, Instant time, Set<String> labels)
      throws IOException, TimeoutException {
    Form form =
        new Form()
            .add("query", query)
            .add("time", seconds(time))
            .add("timeout", timeout.toMillis() + "ms");
    List<Sample> samples = new ArrayList<>();
    HttpService.ResponseReader<String> reader =
        (code, body) -> {
          CountedInput.Budget budget = CountedInput.Budget.of(body);
          return PrometheusResponse.ofVector(
                  sample -> {
                    budget.take(sample.memory());
                    samples.add(sample);
                  },
                  labels)
              .read(code, body);
        };
    String type = send("/api/v1/query", form, bounded(reader));
    if (type.equals("vector") || type.equals("scalar")) {
      return new Result(type.equals("vector"), samples);
    }
    throw new IOException(
        "the query returned a %s instead of a vector"
            .formatted(type.isEmpty() ? "response without a type" : type));
  }

  /**
   * The labels of all series of a selector since a time, in the order of the server, as a stream:
   * their number and size have no limit.
   *
   * @param valued the labels that have their values; the others have empty ones
   * @return the number of series that are left out, because they have too many labels
   * @throws IOException as {@link #query}
   * @throws TimeoutException if the whole response was not received in time, which is at least half
   *     a minute
   */
  public int series(
      String selector,
      Set<String> valued,
      Instant since,
      PrometheusResponse.Receiver<Map<String, String>> found)
      throws IOException, TimeoutException {
    PrometheusResponse response = PrometheusResponse.ofSeries(found, valued);
    Duration longer = timeout.compareTo(RANGE_TIMEOUT) > 0 ? timeout : RANGE_TIMEOUT;
    Request request = request("/api/v1/series", matching(selector, since));
    service.stream(request.path, request.headers, request.form, longer, response);
    return response.oversized();
  }

  /**
   * The values that a label has in the series of a selector since a time, without those that are
   * longer than any name of Kubernetes.
   *
   * @param label that PromQL can write without quotes
   * @throws IOException as {@link #query}, and if there are more than 5,000
   * @throws TimeoutException as {@link #query}
   */
  public List<String> labelValues(String label, String selector, Instant since)
      throws IOException, TimeoutException {
    List<String> found = new ArrayList<>();
    service.send(
        "/api/v1/label/" + label + "/values?" + matching(selector, since).text,
        headers(),
        null,
        timeout,
        bounded(PrometheusResponse.ofValues(value -> add(value, found))));
    return found;
  }

  private static void add(String value, List<String> found) throws IOException {
    if (value.length() > Limit.NAME_CHARS.asInt()) {
      return;
    }
    if (found.size() == Limit.LISTED_VALUES.asInt()) {
      throw new IOException("a label has more than " + Limit.LISTED_VALUES.asInt() + " values");
    }
    found.add(value);
  }

  private static Form matching(String selector, Instant since) {
    return new Form().add("match[]", selector).add("start", seconds(since));
  }

  /**
   * Sends a range query and returns the response, whatever its status.
   *
   * @param start seconds since the epoch, as {@code end}, which is included
   * @param step in seconds
   * @throws IOException if the server cannot be reached
   * @throws TimeoutException as {@link #query}
   */
  public HttpService.Response range(String query, long start, long end, long step)
      throws IOException, TimeoutException {
    Form form =
        new Form()
            .add("query", query)
            .add("start", String.valueOf(start))
            .add("end", String.valueOf(end))
            .add("step", String.valueOf(step))
            .add("timeout", timeout.toSeconds() + "s");
    return send(
        "/api/v1/query_range",
        form,
        bounded((code, body) -> new HttpService.Response(code, body.readAllBytes())));
  }

  private <T> T send(String path, Form form, HttpService.ResponseReader<T> reader)
      throws IOException, TimeoutException {
    Request request = request(path, form);
    return service.send(request.path, request.headers, request.form, timeout, reader);
  }

  /**
   * A request.
   *
   * @param form of a POST request; null for a GET request
   */
  private record Request(String path, Map<String, String> headers, @Nullable String form) {}

  private Request request(String path, Form form) throws IOException {
    Map<String, String> headers = headers();
    if (server.isGet()) {
      return new Request(path + "?" + form.text, headers, null);
    }
    headers.put("Content-Type", FORM);
    return new Request(path, headers, form.text.toString());
  }

  private Map<String, String> headers() throws IOException {
    Map<String, String> headers = new HashMap<>(server.headers());
    headers.put("Accept", "application/json");
    String authorization = server.login().authorization();
    if (authorization != null) {
      headers.put("Authorization", authorization);
    }
    return headers;
  }

  /** As Prometheus reads times: seconds with milliseconds. */
  private static String seconds(Instant time) {
    return BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString();
  }

  private static final class Form {
    private final StringJoiner text = new StringJoiner("&");

    Form add(String name, String value) {
      text.add(URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value, UTF_8));
      return this;
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
