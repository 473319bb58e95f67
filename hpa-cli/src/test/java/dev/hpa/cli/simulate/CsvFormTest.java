package dev.hpa.cli.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CsvFormTest {

  @Test
  void aCellThatASpreadsheetWouldExecuteIsEscaped() {
    assertEquals("'=1+1", CsvForm.cell("=1+1"));
    assertEquals("'+1", CsvForm.cell("+1"));
    assertEquals("'-1", CsvForm.cell("-1"));
    assertEquals("'@SUM(A1)", CsvForm.cell("@SUM(A1)"));
    assertEquals("\"'\t=1\"", CsvForm.cell("\t=1"));
    assertEquals("\"'\r=1\"", CsvForm.cell("\r=1"));
    assertEquals("\"'=a,\"\"b\"\"\"", CsvForm.cell("=a,\"b\""));
  }

  @Test
  void otherCellsAreQuotedWhereCsvNeedsIt() {
    assertEquals("", CsvForm.cell(""));
    assertEquals("web=1", CsvForm.cell("web=1"));
    assertEquals("\"a b\"", CsvForm.cell("a b"));
  }
}
