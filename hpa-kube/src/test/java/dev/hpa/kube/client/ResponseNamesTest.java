package dev.hpa.kube.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.kube.http.MisdirectedResponseException;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class ResponseNamesTest {

  private final ResponseNames names = new ResponseNames();
  private int calls;

  /** Counts the calls. */
  private final KubernetesApi api =
      new KubernetesApi() {
        @Override
        public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
          calls++;
          try {
            return reader.read(new ByteArrayInputStream(new byte[0]));
          } catch (IOException other) {
            throw new KubernetesApiException(0, "", "other", other);
          }
        }
      };

  private String called(String path) throws KubernetesApiException {
    return names.call(
        api,
        ApiRequest.get(path, Map.of(), ApiRequest.Subject.NONE),
        body -> {
          MisdirectedResponseException.check("name", "requested", "other");
          return "compared";
        },
        body -> "confirmed");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 200, 201, 100_000})
  void namesThatARepetitionConfirmsAreNotComparedAgain(int length) throws KubernetesApiException {
    String path = "/" + "m".repeat(length);
    assertEquals("confirmed", called(path));
    assertEquals(2, calls);
    assertEquals("confirmed", called(path));
    assertEquals(3, calls);
    assertEquals("confirmed", called(path + "x"));
    assertEquals(5, calls, "another path");
  }
}
