package dev.hpa.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiRequestTest {

  private static final String BASE = "/apis/apps/v1";

  @Test
  void pathsAreJoined() {
    assertEquals(
        "/apis/apps/v1/namespaces/shop/deployments/web/scale",
        ApiRequest.pathOf(BASE, "shop", "deployments", "web", "scale"));
    assertEquals("/apis/apps/v1/deployments", ApiRequest.pathOf(BASE, "", "Deployments"));
    assertEquals(
        "/apis/apps/v1/namespaces/shop/deployments/Web",
        ApiRequest.pathOf(BASE, "shop", "deployments", "Web", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a/b;invalid resource name \"a/b\": [may not contain '/']",
        "a/b%c;invalid resource name \"a/b%c\": [may not contain '/' may not contain '%']",
        "..;invalid resource name \"..\": [may not be '..']",
        "'';resource name may not be empty",
      })
  void invalidPathSegmentsAreRejected(String name, String text) {
    assertEquals(
        text,
        assertThrows(
                IllegalArgumentException.class,
                () -> ApiRequest.pathOf(BASE, "shop", "deployments", name))
            .getMessage());
  }

  @Test
  void pathsAreEscapedAsInGo() {
    assertEquals("a-_.~$&+,:;=@b", ApiRequest.segment("a-_.~$&+,:;=@b"));
    assertEquals("%2A%21%27%28%29%20%7C%C3%BC", ApiRequest.segment("*!'() |\u00fc"));
  }

  @Test
  void queriesAreSortedAndFormEncoded() {
    ApiRequest request =
        ApiRequest.get("/x", Map.of("b", "x in (a,*)", "a", "~"), ApiRequest.Subject.NONE);
    assertEquals("/x?a=~&b=x+in+%28a%2C%2A%29", request.target());
  }
}
