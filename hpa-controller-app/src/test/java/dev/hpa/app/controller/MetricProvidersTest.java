package dev.hpa.app.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.time.VirtualTimeline;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.ProviderContext;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricProvidersTest {

  private static final KubernetesApi UNREACHABLE =
      new KubernetesApi() {
        @Override
        public <T> T call(ApiRequest request, BodyReader<T> reader) throws KubernetesApiException {
          throw new KubernetesApiException(0, "", "nobody there", null);
        }
      };

  private static Map<MetricQuery.Kind, MetricProvider> create(boolean heapster) {
    ProviderContext context =
        new ProviderContext(
            UNREACHABLE, new VirtualTimeline(Instant.parse("2024-05-01T10:00:00Z")));
    return MetricProviders.create(context, heapster);
  }

  @Test
  void everyKindOfQueryHasAProvider() {
    assertEquals(EnumSet.allOf(MetricQuery.Kind.class), create(false).keySet());
    assertEquals(3, new HashSet<>(create(false).values()).size());
  }

  @Test
  void heapsterAnswersAlone() {
    assertEquals(EnumSet.allOf(MetricQuery.Kind.class), create(true).keySet());
    assertEquals(1, new HashSet<>(create(true).values()).size());
  }
}
