package dev.hpa.core.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.core.forecast.InvalidQueryException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ForecastQueryTest {

  @Test
  void aQueryOfATenantIsLimitedToItsNamespace() throws InvalidQueryException {
    ForecastQuery query = ForecastQuery.limited("sum(load{app=\"web\"})");
    String sent = query.in("shop");
    assertTrue(sent.contains("namespace=\"shop\""), sent);
    assertTrue(query.in("bank").contains("namespace=\"bank\""), query.in("bank"));
  }

  @Test
  void aQueryOfTheOperatorIsSentAsItIs() {
    assertEquals("sum(load)", ForecastQuery.unlimited("sum(load)").in("shop"));
  }

  @Test
  void whatCannotBeLimitedIsRefused() {
    assertThrows(InvalidQueryException.class, () -> ForecastQuery.limited("sum(load"));
  }
}
